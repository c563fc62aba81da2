import type { Comment } from './code-host.ts';

/** Of each kind, and of all together. */
export const mostComments = 300;

/** Oldest first, without empty ones. */
export function sortComments(comments: readonly Comment[]): Comment[] {
  return comments
    .filter(({ body }) => body.trim() !== '')
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .slice(0, mostComments);
}
