import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { renderProgress } from './progress-bar.ts';

it.each([
  [{ label: 'a.log', done: 0, total: 100, items: 0 }, 0, '░░░░░░░░░░░░░░░░░░░░░░░░   0 %  0 lines/s  a.log'],
  [
    { label: 'a.log', done: 25, total: 100, items: 500_000 },
    2,
    '██████░░░░░░░░░░░░░░░░░░  25 %  250,000 lines/s  0:06 left  a.log',
  ],
  [
    { label: 'a.log', done: 100, total: 100, items: 3 },
    2,
    '████████████████████████ 100 %  2 lines/s  0:00 left  a.log',
  ],
  [
    { label: 'a.log', done: 1, total: 10_000, items: 1 },
    1,
    '░░░░░░░░░░░░░░░░░░░░░░░░   0 %  1 lines/s  2:46:39 left  a.log',
  ],
  [{ label: '-', done: 5, total: undefined, items: 1234 }, 2, '1,234 lines  617 lines/s  -'],
])('%j after %d s', (progress, seconds, picture) => {
  expect(stripVTControlCharacters(renderProgress(progress, seconds))).toBe(picture);
});
