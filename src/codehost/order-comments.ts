import type { Comment } from './code-host.ts';

/** Of each kind, and of all together. */
export const mostComments = 300;

/** The oldest first, without those that say nothing; of very many, the newest: an answer is looked for among them. */
export function inOrder(comments: readonly Comment[]): Comment[] {
  return comments
    .filter(({ body }) => body.trim() !== '')
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .slice(-mostComments);
}
