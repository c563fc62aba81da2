import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerSoFar, isThinkingImplied, splitThinking } from './split-thinking.ts';

it.each([
  ['Done.', '', 'Done.'],
  ['<think>Hm.</think>Done.', 'Hm.', 'Done.'],
  ['\n<thinking>\nHm.\n</thinking>\n\nDone.', 'Hm.', '\n\nDone.'],
  ['Hm.</think>Done.', 'Hm.', 'Done.'],
  ['<think>Hm. I should', 'Hm. I should', ''],
  ['<think>One.</think><think>Two.</think>Done.', 'One.\nTwo.', 'Done.'],
  ['Write `<think>` and `</think>` around it.', '', 'Write `<think>` and `</think>` around it.'],
  ['Close it with `</think>`.', '', 'Close it with `</think>`.'],
  ['Hm. ``</think>`` ends it.</think>Done.', 'Hm. ``</think>`` ends it.', 'Done.'],
  ['<think>Is it `</think>`?</think>Done.', 'Is it `</think>`?', 'Done.'],
  ['<think>Is it `</think>`?', 'Is it `', '`?'],
  ['Like this:\n\n```html\n<think>\nHm.\n</think>\n```\n', '', 'Like this:\n\n```html\n<think>\nHm.\n</think>\n```\n'],
  ['Like this:\n~~~\n```\n</think>\n~~~\n', '', 'Like this:\n~~~\n```\n</think>\n~~~\n'],
  ['````\n```\n</think>\n````\n', '', '````\n```\n</think>\n````\n'],
  ['Hm.\n````\n```\n</think>Done.', 'Hm.\n````\n```', 'Done.'],
  ['I write\n```sh\nnpm i\n</think>Done.', 'I write\n```sh\nnpm i', 'Done.'],
  ['It`s a tick.\n</think>It`s done.', 'It`s a tick.', 'It`s done.'],
  ['Hm.</THINK>Done.', 'Hm.', 'Done.'],
  ['Hm.</seed:think>Done.', 'Hm.', 'Done.'],
  ['Hm.</thought>\nDone.', 'Hm.', '\nDone.'],
  ['[THINK]Hm.[/THINK]Done.', 'Hm.', 'Done.'],
  ['Hm.[/THINK]Done.', 'Hm.', 'Done.'],
  ['◁think▷Hm.◁/think▷Done.', 'Hm.', 'Done.'],
  ['<|START_THINKING|>Hm.<|END_THINKING|>Done.', 'Hm.', 'Done.'],
  ['Hm.<|end_of_thought|>Done.', 'Hm.', 'Done.'],
  ['See [think](think.md) and <Thinking />.', '', 'See [think](think.md) and <Thinking />.'],
])('splits %j', (text, thinking, answer) => {
  expect(splitThinking(text)).toEqual({ thinking, answer });
});

it('takes a text of nothing but tags', () => {
  expect(splitThinking('<think>'.repeat(100_000)).answer).toBe('');
  expect(splitThinking('</think>'.repeat(100_000)).thinking).toMatch(/^\n*$/);
});

it.each([
  ['<thi', false, ''],
  ['<think>Hm.</thi', false, ''],
  ['<think>Hm.</think>Do', false, 'Do'],
  ['<think>Is it `</think>`? I', false, ''],
  ['Hm. I sho', true, ''],
  ['Hm.</think>Do', true, 'Do'],
  ['Hm.</think>Do', false, 'Do'],
  ['I look', false, 'I look'],
])('shows of %j no more than what is said (%s)', (growing, mayBeImplied, answer) => {
  expect(answerSoFar(growing, mayBeImplied)).toBe(answer);
});

it('shows no thinking at any cut of a text, and all of its answer at the end', () => {
  const closings = ['</think>', '</Thinking>', '[/THINK]', '◁/think▷', '<|END_THINKING|>'];
  fc.assert(
    fc.property(fc.constantFrom(...closings), fc.nat(40), (closing, cut) => {
      const text = `secret thoughts${closing}Done.`;
      expect(answerSoFar(text.slice(0, cut), true)).not.toMatch(/secret|thoughts|think|[<[◁]/i);
      expect(answerSoFar(text, true)).toBe('Done.');
      expect(isThinkingImplied(text)).toBe(true);
    }),
  );
  expect(isThinkingImplied('<think>Hm.</think>Done.')).toBe(false);
  expect(isThinkingImplied('Write `</think>`.')).toBe(false);
});

it('takes time that grows with the text, not with its square', () => {
  for (const piece of ['`', '``` ', '```\n', '~~~~x\n```\n', '` `` ', '<', '</think', '<think>`'])
    expect(splitThinking(piece.repeat(20_000)).answer.length).toBeLessThanOrEqual(piece.length * 20_000);
});
