import { expect, it } from 'vitest';
import { splitThinking } from './split-thinking.ts';

it.each([
  ['Done.', '', 'Done.'],
  ['<think>Hm.</think>Done.', 'Hm.', 'Done.'],
  ['\n<thinking>\nHm.\n</thinking>\n\nDone.', 'Hm.', '\n\nDone.'],
  ['Hm.</think>Done.', 'Hm.', 'Done.'],
  ['<think>Hm. I should', 'Hm. I should', ''],
  ['<think>One.</think><think>Two.</think>Done.', 'One.\nTwo.', 'Done.'],
  ['Write `<think>` and `</think>` around it.', '', 'Write `<think>` and `</think>` around it.'],
  ['Close it with `</think>`.', '', 'Close it with `</think>`.'],
])('splits %j', (text, thinking, answer) => {
  expect(splitThinking(text)).toEqual({ thinking, answer });
});

it('takes a text of nothing but tags', () => {
  expect(splitThinking('<think>'.repeat(100_000)).answer).toBe('');
  expect(splitThinking('</think>'.repeat(100_000)).thinking).toMatch(/^\n*$/);
});
