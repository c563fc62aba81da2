import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerSoFar, isThinkingImplied, splitThinking } from './split-thinking.ts';

it.each([
  ['Done.', '', 'Done.'],
  ['<think>Hm.</think>Done.', 'Hm.', 'Done.'],
  ['\n<thinking>\nHm.\n</thinking>\n\nDone.', 'Hm.', '\n\nDone.'],
  ['Hm.</think>\nDone.', 'Hm.', '\nDone.'],
  ['Hm.</think> \t\r\nDone.', 'Hm.', ' \t\r\nDone.'],
  ['Hm.</think>', 'Hm.', ''],
  ['Hm.</think>Done.', '', 'Hm.</think>Done.'],
  ['The tag is </think> and all links work.', '', 'The tag is </think> and all links work.'],
  ['The tag is </think> `here`', '', 'The tag is </think> `here`'],
  ['Is it </think> or not?\n</think>\nDone.', 'Is it </think> or not?', '\nDone.'],
  ['<think>Hm. I should', 'Hm. I should', ''],
  ['<think>One.</think><think>Two.</think>Done.', 'One.\nTwo.', 'Done.'],
  ['Write `<think>` and `</think>` around it.', '', 'Write `<think>` and `</think>` around it.'],
  ['Close it with `</think>`.', '', 'Close it with `</think>`.'],
  ['Hm. ``</think>`` ends it.</think>\nDone.', 'Hm. ``</think>`` ends it.', '\nDone.'],
  ['<think>Is it `</think>`?</think>Done.', 'Is it `</think>`?', 'Done.'],
  ['<think>Is it `</think>`?', 'Is it `</think>`?', ''],
  ['Like this:\n\n```html\n<think>\nHm.\n</think>\n```\n', '', 'Like this:\n\n```html\n<think>\nHm.\n</think>\n```\n'],
  ['Like this:\n~~~\n```\n</think>\n~~~\n', '', 'Like this:\n~~~\n```\n</think>\n~~~\n'],
  ['````\n```\n</think>\n````\n', '', '````\n```\n</think>\n````\n'],
  ['Hm.\n````\n```\n</think>\nDone.', 'Hm.\n````\n```', '\nDone.'],
  ['I write\n```sh\nnpm i\n</think>\nDone.', 'I write\n```sh\nnpm i', '\nDone.'],
  ['It`s a tick.\n</think>\nIt`s done.', 'It`s a tick.', '\nIt`s done.'],
  ['Hm.</THINK>\nDone.', 'Hm.', '\nDone.'],
  ['Hm.</seed:think>\nDone.', 'Hm.', '\nDone.'],
  ['Hm.</thought>\nDone.', 'Hm.', '\nDone.'],
  ['[THINK]Hm.[/THINK]Done.', 'Hm.', 'Done.'],
  ['Hm.[/THINK]\nDone.', 'Hm.', '\nDone.'],
  ['◁think▷Hm.◁/think▷Done.', 'Hm.', 'Done.'],
  ['<|START_THINKING|>Hm.<|END_THINKING|>Done.', 'Hm.', 'Done.'],
  ['Hm.<|end_of_thought|>\nDone.', 'Hm.', '\nDone.'],
  ['See [think](think.md) and <Thinking />.', '', 'See [think](think.md) and <Thinking />.'],
])('splits %j', (text, thinking, answer) => {
  expect(splitThinking(text, true)).toEqual({ thinking, answer });
});

it('takes nothing for thinking that nothing opened, where no template opens it', () => {
  expect(splitThinking('It is so.\n</think>\nAll links work.', false).thinking).toBe('');
  expect(splitThinking('<think>Hm.</think>So.</think>\nDone.', false).answer).toBe('So.</think>\nDone.');
});

it('takes a text of nothing but tags', () => {
  expect(splitThinking('<think>'.repeat(100_000), true).answer).toBe('');
  expect(splitThinking('</think>\n'.repeat(100_000), true).thinking).toMatch(/^\n*$/);
});

it.each([
  ['<thi', false, ''],
  ['<think>Hm.</thi', false, ''],
  ['<think>Hm.</think>Do', false, 'Do'],
  ['<think>Is it `</think>`? I', false, ''],
  ['Hm. I sho', true, ''],
  ['Hm.</think>\nDo', true, '\nDo'],
  ['Hm.</think>\nDo', false, 'Hm.</think>\nDo'],
  ['Hm.</think>Do', true, ''],
  ['Hm.</think>Do', false, 'Hm.</think>Do'],
  ['Hm.</think> ', true, ''],
  ['Hm.</think> ', false, 'Hm.</think> '],
  ['I look', false, 'I look'],
])('shows of %j no more than what is said (%s)', (growing, mayBeImplied, answer) => {
  expect(answerSoFar(growing, mayBeImplied)).toBe(answer);
});

it('shows no thinking at any cut of a text, and all of its answer at the end', () => {
  const closings = ['</think>', '</Thinking>', '[/THINK]', '◁/think▷', '<|END_THINKING|>'];
  fc.assert(
    fc.property(fc.constantFrom(...closings), fc.nat(40), (closing, cut) => {
      const text = `secret thoughts${closing}\nDone.`;
      expect(answerSoFar(text.slice(0, cut), true)).not.toMatch(/secret|thoughts|think|[<[◁]/i);
      expect(answerSoFar(text, true)).toBe('\nDone.');
      expect(splitThinking(text, true).answer).toBe('\nDone.');
      expect(isThinkingImplied(text)).toBe(true);
    }),
  );
  expect(isThinkingImplied('<think>Hm.</think>Done.')).toBe(false);
  expect(isThinkingImplied('Write `</think>`.')).toBe(false);
  expect(isThinkingImplied('The tag is </think> and all links work.')).toBe(false);
});

it('takes time that grows with the text, not with its square', () => {
  for (const piece of ['`', '``` ', '```\n', '~~~~x\n```\n', '` `` ', '<', '</think', '<think>`'])
    expect(splitThinking(piece.repeat(20_000), true).answer.length).toBeLessThanOrEqual(piece.length * 20_000);
});

it('takes a text of millions of lines or backticks, with a mark and without', () => {
  for (const piece of ['\n', '`a\n', '`a', '```\n', '<think>`</think>`\n']) {
    const text = piece.repeat(2_000_000 / piece.length);
    expect(splitThinking(text, true).answer.length).toBeLessThanOrEqual(text.length);
    expect(splitThinking(`</think>\n${text}`, true).answer.length).toBeLessThanOrEqual(text.length + 1);
  }
});

it('takes an answer of nothing but lines many times over', () => {
  for (const piece of ['\n', '`a\n']) {
    const text = piece.repeat(2_000_000 / piece.length);
    for (let round = 0; round < 40; round += 1) {
      expect(splitThinking(text, true)).toEqual({ thinking: '', answer: text });
      expect(splitThinking(`Hm.</think>\n${text}`, true)).toEqual({ thinking: 'Hm.', answer: `\n${text}` });
    }
  }
});
