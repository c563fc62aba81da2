import { expect, it } from 'vitest';
import { newestFirst, nextName } from './archive-name.ts';

it('numbers archives, so that the order holds whatever the clock shows', () => {
  const of2026 = 'docwright-20261101T000000000Z.tar.zst';
  const of2029 = 'docwright-20291129T000000000Z.tar.zst';
  const names = ['chunks', 'other.tar.zst', of2026, of2029];
  const [first, second] = [Date.UTC(2029, 0, 1), Date.UTC(2026, 10, 29)].map((now) => {
    const name = nextName(names, now);
    names.push(name);
    return name;
  });
  expect(first).toBe('docwright-20290101T000000000Z-1.tar.zst');
  expect(second).toBe('docwright-20261129T000000000Z-2.tar.zst');
  expect(newestFirst(names)).toEqual([second, first, of2029, of2026]);
  const many = Array.from({ length: 11 }, () => {
    const name = nextName(names, 0);
    names.push(name);
    return name;
  });
  expect(newestFirst(names)[0]).toBe(many.at(-1));
});
