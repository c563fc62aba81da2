/** GitHub numbers each kind separately. */
export type GithubCommentKind = 'comment' | 'line' | 'review';

export function commentId(kind: GithubCommentKind, id: number): string {
  return `${kind}-${id}`;
}
