import { expect, it } from 'vitest';
import type { Comment } from './code-host.ts';
import { sortComments } from './order-comments.ts';

it('keeps the newest of very many comments, the oldest of them first', () => {
  const comments = Array.from({ length: 310 }, (_, index) => ({
    date: new Date(index * 1000).toISOString(),
    body: index === 305 ? ' ' : `Comment ${index}`,
  })) as Comment[];
  const kept = sortComments(comments.toReversed()).map(({ body }) => body);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([300, 'Comment 9', 'Comment 309']);
});
