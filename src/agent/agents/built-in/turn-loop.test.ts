import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createManualClock } from '../../../kernel/clock.ts';
import type { LanguageModel, ModelMessage } from '../../../model/language-model.ts';
import { createScriptedModel } from '../../../model/scripted/scripted-model.ts';
import { transcriptSchema } from '../../../model/scripted/transcript.ts';
import type { Budget } from './budget.ts';
import { createFinishTool } from './tools/finish.ts';
import { createPlanTool } from './tools/plan.ts';
import { defineTool } from './tools/tool.ts';
import type { TranscriptEntry } from '../../jobs/transcript.ts';
import type { TurnEvent } from './turn-events.ts';
import { runTurnLoop, type TurnLoopOptions } from './turn-loop.ts';

const finish = { tool: 'finish', input: { title: 'Fix it', summary: 'Fixed.' } };
const prompt: ModelMessage = { role: 'user', text: 'Fix the typo' };
const generous: Budget = {
  modelCalls: 100,
  tokens: 1e9,
  deadline: Number.MAX_SAFE_INTEGER,
  changedFiles: 200,
  changedBytes: 1 << 20,
};

function scripted(turns: unknown[], extra: object = {}): LanguageModel {
  const transcript = transcriptSchema.parse({ description: 'test', turns, ...extra });
  return createScriptedModel({ name: 'scripted/test', transcript, wait: () => Promise.resolve(), random: () => 0 });
}

/** A tool with a state that the tests can look at: the notes that were taken. */
function notebook() {
  const notes: string[] = [];
  const note = defineTool({
    name: 'note',
    description: 'Takes a note.',
    input: z.strictObject({ text: z.string() }),
    describe: ({ text }) => text.slice(0, 10),
    run({ text }) {
      if (text === 'burn') throw new Error('The pencil broke.');
      notes.push(text);
      return Promise.resolve({ text: text.startsWith('long') ? text.padEnd(4_000, '.') : `Noted ${text}.` });
    },
  });
  return { notes, tools: [note, createPlanTool(), createFinishTool()] };
}

async function run(turns: unknown[] | LanguageModel, options: Partial<TurnLoopOptions> = {}) {
  const events: TurnEvent[] = [];
  const stored: TranscriptEntry[] = [...(options.messages ?? [prompt])];
  const { notes, tools } = notebook();
  const result = await runTurnLoop({
    model: Array.isArray(turns) ? scripted(turns) : turns,
    system: 'You are careful.',
    tools,
    messages: stored.slice(),
    signal: new AbortController().signal,
    budget: generous,
    spent: { modelCalls: 0, tokens: 0 },
    clock: createManualClock(0),
    emit: (event) => events.push(event),
    measureChange: () => Promise.resolve({ files: notes.length, bytes: 0 }),
    onModelTurn: ({ entries }) => Promise.resolve(void stored.push(...entries)),
    onToolResults: (message) => Promise.resolve(void stored.push(message)),
    takeMessages: () => Promise.resolve([]),
    ...options,
  });
  const results = result.messages.flatMap((entry) => (entry.role === 'tool' ? entry.results : []));
  return { ...result, events, stored, notes, results };
}

describe('the turn loop', () => {
  it('runs tools until the model finishes, stores every entry, and tells what happens', async () => {
    const plan = { tool: 'plan', input: { items: [{ text: 'Note', status: 'pending' }] } };
    const { outcome, notes, stored, messages, events, spent } = await run([
      { text: 'First a note.', calls: [plan, { tool: 'note', input: { text: 'a' } }] },
      { calls: [finish] },
    ]);
    expect(outcome).toEqual({ kind: 'finished', title: 'Fix it', summary: 'Fixed.' });
    expect(notes).toEqual(['a']);
    expect(stored).toEqual(messages);
    expect(stored.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool']);
    expect(spent.modelCalls).toBe(2);
    expect(events.filter(({ type }) => type !== 'text').map(({ type }) => type)).toEqual([
      ...['model-turn', 'tool-call', 'tool-result', 'plan', 'tool-call', 'tool-result'],
      ...['model-turn', 'tool-call', 'tool-result'],
    ]);
  });

  it('answers unknown tools, bad arguments and thrown errors with a result the model can read', async () => {
    const { outcome, results } = await run([
      {
        calls: [
          { tool: 'shell', input: {} },
          { tool: 'note', input: { txt: 1 } },
          { tool: 'note', input: { text: 'burn' } },
        ],
      },
      { calls: [{ tool: 'note', input: '{"text": "trunc' }] },
      { calls: [finish] },
    ]);
    expect(outcome.kind).toBe('finished');
    expect(results.map(({ failed }) => failed)).toEqual([true, true, true, true, false]);
    expect(results[0]!.text).toBe(`There is no tool 'shell'. The tools are: note, plan, finish.`);
    expect(results[1]!.text).toMatch(/arguments of note are wrong[^]*text/);
    expect(results[2]!.text).toBe('The pencil broke.');
  });

  it('does not take a finish that comes with a failed call', async () => {
    const { results, outcome } = await run([
      { calls: [{ tool: 'note', input: { text: 'burn' } }, finish] },
      { calls: [finish] },
    ]);
    expect(results[1]!.text).toMatch(/Not finished: the call of note just before failed/);
    expect(outcome.kind).toBe('finished');
  });

  it('notices a call that fails again and again', async () => {
    const burn = { calls: [{ tool: 'note', input: { text: 'burn' } }] };
    const { results } = await run([burn, burn, burn, { calls: [finish] }]);
    expect(results[0]!.text).not.toMatch(/times/);
    expect(results[2]!.text).toMatch(/this very call 3 times/);
  });

  it('reminds once of finish, then takes the words as they are', async () => {
    const reminded = await run([{ text: 'Done!' }, { calls: [finish] }]);
    expect(reminded.outcome.kind).toBe('finished');
    const stubborn = await run([{ text: 'Done!' }, { text: 'I said done.' }]);
    expect(stubborn.outcome).toEqual({ kind: 'ended', text: 'I said done.' });
    expect(stubborn.stored).toEqual(stubborn.messages);
    const silent = await run([{ text: '' }, { text: '' }]);
    expect(silent.outcome).toEqual({ kind: 'ended', text: '' });
  });

  it('says so when an answer was cut off, and goes on', async () => {
    const { outcome, messages, stored } = await run([
      { text: 'I will wri', stopReason: 'length' },
      { calls: [finish] },
    ]);
    expect(outcome.kind).toBe('finished');
    expect(messages[2]).toMatchObject({
      role: 'user',
      origin: 'loop',
      text: expect.stringContaining('cut off') as string,
    });
    expect(stored).toEqual(messages);
  });

  it('puts messages of people before the next model call, also when the model had just finished', async () => {
    const inbox: ModelMessage[][] = [[], [{ role: 'user', text: 'One more thing' }], []];
    const { messages, outcome } = await run([{ calls: [finish] }, { calls: [finish] }], {
      takeMessages: () => Promise.resolve((inbox.shift() ?? []) as never),
    });
    expect(outcome.kind).toBe('finished');
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant', 'tool']);
  });

  it('reports a refusal', async () => {
    expect((await run([{ text: 'No.', stopReason: 'refused' }])).outcome).toEqual({ kind: 'refused', text: 'No.' });
  });

  it.each([
    ['model-calls', { modelCalls: 2 }],
    ['tokens', { tokens: 10 }],
    ['deadline', { deadline: 0 }],
    ['diff', { changedFiles: 0 }],
  ] as const)('stops when the budget of %s is used up', async (budget, limit) => {
    const more = { calls: [{ tool: 'note', input: { text: 'a' } }] };
    const { outcome } = await run([more, more, more], { budget: { ...generous, ...limit } });
    expect(outcome).toEqual({ kind: 'budget', budget });
  });

  it('says so before the budget ends, once', async () => {
    const more = { calls: [{ tool: 'note', input: { text: 'a' } }] };
    const { messages } = await run(
      Array.from({ length: 20 }, () => more),
      { budget: { ...generous, modelCalls: 20 } },
    );
    expect(messages.filter((entry) => entry.role === 'user').map(({ text }) => text.slice(0, 11))).toEqual([
      'Fix the typ',
      'Your budget',
    ]);
  });

  it('stops at once when aborted, in a model call and in a tool', async () => {
    const controller = new AbortController();
    const { outcome } = await run([{ calls: [{ tool: 'note', input: { text: 'a' } }] }], {
      signal: controller.signal,
      emit: () => {
        controller.abort();
      },
    });
    expect(outcome).toEqual({ kind: 'aborted' });
  });

  it('passes on what the model port throws, and survives what it retries', async () => {
    await expect(run([{ faults: ['key-invalid'] }])).rejects.toMatchObject({ facts: { code: 'model_key_invalid' } });
    const { events, outcome } = await run([{ faults: ['overloaded', 'timeout'], calls: [finish] }]);
    expect(outcome.kind).toBe('finished');
    expect(events.filter(({ type }) => type === 'model-retry')).toHaveLength(2);
  });

  it('prunes and tries again when the provider finds the conversation too long', async () => {
    const long = (text: string) => ({ calls: [{ tool: 'note', input: { text } }] });
    let refusals = 0;
    const model = scripted([long('long 1'), long('long 2'), long('long 3'), { calls: [finish] }]);
    const small = scripted([{ faults: ['context-too-long'] }]);
    const { outcome, messages } = await run({
      ...model,
      generate: (request) => {
        const characters = JSON.stringify(request.messages).length;
        if (characters > 9_000) refusals += 1;
        return (characters > 9_000 ? small : model).generate(
          characters > 9_000 ? { ...request, messages: [] } : request,
        );
      },
    });
    expect(outcome.kind).toBe('finished');
    expect(refusals).toBe(1);
    expect(messages.filter(({ role }) => role === 'pruned')).toHaveLength(1);
  });
});

describe('a run that is killed', () => {
  /** Input is never pruned, so that the conversation must be summarised in the end. */
  const bulky = (name: string) => ({ tool: 'note', input: { text: `long ${name}`.padEnd(3_000, '-') } });
  const turns = [
    { calls: [bulky('a')] },
    { text: 'Hm.' },
    { calls: [bulky('b'), { tool: 'note', input: { text: 'burn' } }] },
    { text: 'On I go.', calls: [bulky('c')] },
    { text: 'And on.', calls: [bulky('d')] },
    { text: 'And on.', calls: [bulky('e')] },
    { text: 'Done.' },
    { calls: [finish] },
  ];

  /** Runs with a kill at the `point`-th moment that something could be stored, resuming from what was stored. */
  async function runWithKill(point: number) {
    const inner = scripted(turns, { contextTokens: 4_000 });
    let paid = 0;
    const model: LanguageModel = {
      ...inner,
      generate: async (request) => {
        const turn = await inner.generate(request);
        paid += 1;
        return turn;
      },
    };
    let moment = 0;
    const killed = new Error('killed');
    const tick = () => {
      moment += 1;
      if (moment === point) throw killed;
    };
    const stored: TranscriptEntry[] = [prompt];
    for (;;) {
      const { notes, tools } = notebook();
      try {
        const { outcome, messages } = await runTurnLoop({
          model,
          system: 'You are careful.',
          tools,
          messages: stored.slice(),
          signal: new AbortController().signal,
          budget: generous,
          spent: { modelCalls: 0, tokens: 0 },
          clock: createManualClock(0),
          emit: () => undefined,
          measureChange: () => Promise.resolve({ files: notes.length, bytes: 0 }),
          onModelTurn: ({ entries }) => {
            stored.push(...entries);
            tick();
            return Promise.resolve();
          },
          onToolResults: (message) => {
            tick();
            stored.push(message);
            tick();
            return Promise.resolve();
          },
          takeMessages: () => Promise.resolve([]),
        });
        return { outcome, messages, stored, paid, moments: moment };
      } catch (error) {
        if (error !== killed) throw error;
      }
    }
  }

  it('goes on from what was stored, with the same transcript and no turn paid for twice, at every point', async () => {
    const whole = await runWithKill(0);
    expect(whole.outcome.kind).toBe('finished');
    expect(whole.messages.map(({ role }) => role)).toEqual(expect.arrayContaining(['pruned', 'summarised']));
    expect(whole.moments).toBeGreaterThan(12);
    for (let point = 1; point <= whole.moments; point += 1) {
      const resumed = await runWithKill(point);
      expect(resumed.stored).toEqual(whole.stored);
      expect(resumed.messages).toEqual(whole.messages);
      expect(resumed.outcome).toEqual(whole.outcome);
      expect(resumed.paid).toBe(whole.paid);
    }
  });
});
