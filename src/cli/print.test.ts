import { expect, it } from 'vitest';
import { table } from './print.ts';

it('shows what strangers chose as text, whatever a terminal would make of it', () => {
  const path = '/\u001b]0;owned\u0007\u202e\nTOTAL';
  const text = table(['path', 'total'], [[path, '1']]);
  expect(text.split('\n')).toHaveLength(2);
  expect(text).toContain('/�]0;owned���TOTAL  1');
});

it('keeps the columns of other lines where they are, beside an address of thousands of characters', () => {
  const text = table(
    ['path', 'total'],
    [
      [`/${'x'.repeat(2_000)}`, '1'],
      ['/', '12'],
    ],
  );
  expect(text.split('\n').at(-1)).toBe(`/${' '.repeat(79)}  12`);
});
