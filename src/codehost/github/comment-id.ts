/** GitHub counts the three apart. */
export type GithubCommentKind = 'comment' | 'line' | 'review';

export function commentId(kind: GithubCommentKind, id: number): string {
  return `${kind}-${id}`;
}
