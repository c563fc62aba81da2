import { expect, it } from 'vitest';
import { DeadlineExceeded, SecretInChange } from './errors.ts';

it('names ten places, and how many more there are', () => {
  const places = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
  expect(new SecretInChange(places(2)).message).toMatch(/ in p0, p1\.$/);
  expect(new SecretInChange(places(10)).message).toMatch(/ p9\.$/);
  expect(new SecretInChange(places(12)).message).toMatch(/ p9 and 2 more\.$/);
});

it('counts one minute as one', () => {
  expect(new DeadlineExceeded(1, 'Nothing.').message).toContain('of 1 minute was reached');
  expect(new DeadlineExceeded(2, 'Nothing.').message).toContain('of 2 minutes was reached');
});
