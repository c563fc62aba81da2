import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it('has one thing, and no or more things', () => {
  expect([0, 1, 2].map((count) => counted(count, 'minute'))).toEqual(['0 minutes', '1 minute', '2 minutes']);
});
