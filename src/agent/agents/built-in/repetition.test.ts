import { expect, it } from 'vitest';
import { z } from 'zod';
import type { TranscriptEntry } from '../../jobs/transcript.ts';
import { timesRepeated } from './repetition.ts';
import { defineTool, type ToolCall } from './tools/tool.ts';

const tool = (name: string, changesTree?: true) =>
  defineTool({
    name,
    description: name,
    ...(changesTree && { changesTree }),
    input: z.strictObject({}),
    describe: () => name,
    run: () => Promise.resolve({ text: '' }),
  });
const tools = [tool('check'), tool('edit', true)];
let ids = 0;

/** One turn: each call by its tool, with its answer. */
function turn(...calls: (readonly [name: string, answer: string, failed?: boolean])[]): TranscriptEntry[] {
  const made = calls.map(([name, answer, failed = false]) => ({ id: `${(ids += 1)}`, name, answer, failed }));
  return [
    { role: 'assistant', parts: made.map(({ id, name }) => ({ type: 'tool-call', id, tool: name, input: {} })) },
    {
      role: 'tool',
      results: made.map(({ id, name, answer, failed }) => ({ callId: id, tool: name, text: answer, failed })),
    },
  ];
}
const callOf = (name: string): ToolCall => ({ type: 'tool-call', id: 'new', tool: name, input: {} });
const times = (name: string, transcript: TranscriptEntry[], failed = false) =>
  timesRepeated({ call: callOf(name), answer: 'same', failed }, { transcript, tools });

it('counts turns with the same call and answer', () => {
  const same = [turn(['check', 'same']), turn(['check', 'same'], ['check', 'same'])].flat();
  expect(times('check', same)).toBe(3);
  expect(times('check', [...same, ...turn(['check', 'other'])])).toBe(3);
});

it('starts anew after a change that succeeded, but not after one that failed', () => {
  const before = turn(['check', 'same']);
  expect(times('check', [...before, ...turn(['edit', 'done'])])).toBe(1);
  expect(times('check', [...before, ...turn(['edit', 'refused', true])])).toBe(2);
});

it('counts the same change on, and the same refusal until something changed', () => {
  const edits = [turn(['edit', 'same']), turn(['edit', 'back']), turn(['edit', 'same'])].flat();
  expect(times('edit', edits)).toBe(3);
  expect(times('edit', turn(['edit', 'same', true]), true)).toBe(2);
  expect(times('edit', [...turn(['edit', 'same', true]), ...turn(['edit', 'done'])], true)).toBe(1);
});

it('counts what the model still sees, since a person spoke', () => {
  const pruned = turn(['check', 'same']);
  expect(times('check', [...pruned, { role: 'pruned', callIds: [`${ids}`] }])).toBe(1);
  expect(times('check', [...turn(['check', 'same']), { role: 'user', text: 'Go on' }])).toBe(1);
});
