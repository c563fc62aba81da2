import type { Comment } from './code-host.ts';

/** Of each kind, and of all together. */
export const mostComments = 300;

/** Oldest first, without empty ones. Keeps the newest, among which a reply of ours is looked for. */
export function sortComments(comments: readonly Comment[]): Comment[] {
  return comments
    .filter(({ body }) => body.trim() !== '')
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .slice(-mostComments);
}
