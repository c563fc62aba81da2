import { expect, it } from 'vitest';
import { nearestAnchor } from './suggest.ts';

it('compares a wrong anchor with those of a page, unless they are so many that many wrong ones would hold the check up', () => {
  const anchors = (count: number): ReadonlySet<string> =>
    new Set(['set-up', ...Array.from({ length: count - 1 }, (_, index) => `${index}`.repeat(9))]);
  expect(nearestAnchor(anchors(2_000), 'set-ups')).toEqual({ text: 'set-up', certain: false });
  expect(nearestAnchor(anchors(2_001), 'set-ups')).toBeUndefined();
});
