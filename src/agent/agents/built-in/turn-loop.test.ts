import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { LanguageModel, ModelMessage } from '../../../model/language-model.ts';
import { createScriptedModel } from '../../../model/scripted/scripted-model.ts';
import { transcriptSchema } from '../../../model/scripted/transcript.ts';
import type { TranscriptEntry } from '../../jobs/transcript.ts';
import { createTestTask, generousBudget, promptOfTest, spentOn } from '../agent-task.fixture.ts';
import { createFinishTool } from './tools/finish.ts';
import { createPlanTool } from './tools/plan.ts';
import { defineTool } from './tools/tool.ts';
import { runTurnLoop } from './turn-loop.ts';

const finish = { tool: 'finish', input: { title: 'Fix it', summary: 'Fixed.' } };

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
      if (text === 'tear') notes.pop();
      else notes.push(text);
      return Promise.resolve({ text: text.startsWith('long') ? text.padEnd(4_000, '.') : `Noted ${text}.` });
    },
  });
  return { notes, tools: [note, createPlanTool(), createFinishTool()] };
}

async function run(
  turns: unknown[] | LanguageModel,
  { contextTokens = 200_000, ...options }: Parameters<typeof createTestTask>[0] & { contextTokens?: number } = {},
) {
  const { notes, tools } = notebook();
  const { task, stored, paid, told } = createTestTask(options);
  const story = { ...task.story, changeSize: () => Promise.resolve({ files: notes.length, bytes: 0 }) };
  const ending = await runTurnLoop({
    model: Array.isArray(turns) ? scripted(turns) : turns,
    contextTokens,
    system: 'You are careful.',
    tools,
    task: { ...task, story },
  });
  const results = stored.flatMap((entry) => (entry.role === 'tool' ? entry.results : []));
  return { ending, stored, paid, told, notes, results };
}

describe('the turn loop', () => {
  it('runs tools until the model finishes, stores every entry, and tells what happens', async () => {
    const plan = { tool: 'plan', input: { items: [{ text: 'Note', status: 'pending' }] } };
    const { ending, notes, stored, told, paid } = await run([
      { text: 'First a note.', calls: [plan, { tool: 'note', input: { text: 'a' } }] },
      { calls: [finish] },
    ]);
    expect(ending).toEqual({ kind: 'finished', title: 'Fix it', summary: 'Fixed.' });
    expect(notes).toEqual(['a']);
    expect(stored.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool']);
    expect(spentOn(paid).modelCalls).toBe(2);
    expect(told).toEqual([
      { type: 'text', text: 'First a note.' },
      { type: 'plan', items: plan.input.items },
      { type: 'tool', tool: 'note', line: 'note a → Noted a.', failed: false },
      { type: 'tool', tool: 'finish', line: 'finish Fix it → Finished.', failed: false },
    ]);
  });

  describe('when the change is larger than may be published', () => {
    const note = (text: string) => ({ tool: 'note', input: { text } });
    const budget = { ...generousBudget, changedFiles: 1 };
    const told = (stored: readonly TranscriptEntry[]) =>
      stored.filter((entry) => entry.role === 'user' && entry.origin === 'agent' && entry.kind === 'too-large');

    it.each([
      ['before it finishes', [note('a'), note('b')]],
      ['when it finishes with it', [note('a'), note('b'), finish]],
    ])('tells the model once, %s, and goes on when it has become smaller', async (_, calls) => {
      const { ending, stored } = await run([{ calls }, { calls: [note('tear')] }, { calls: [finish] }], { budget });
      expect(ending).toEqual({ kind: 'finished', title: 'Fix it', summary: 'Fixed.' });
      expect(told(stored)).toMatchObject([
        { text: expect.stringContaining('2 files and 0 bytes now; at most 1 file ') as string },
      ]);
    });

    it.each([
      ['it finishes so', [finish], 2],
      ['it has had five calls for it', [note('burn')], 6],
    ])('ends when %s', async (_, calls, modelCalls) => {
      const again = Array.from({ length: 7 }, () => ({ calls }));
      const { ending, paid } = await run([{ calls: [note('a'), note('b')] }, ...again], { budget });
      expect(ending).toEqual({ kind: 'budget', budget: 'diff' });
      expect(spentOn(paid).modelCalls).toBe(modelCalls);
    });
  });

  it('answers unknown tools, bad arguments and thrown errors with a result the model can read', async () => {
    const { ending, results } = await run([
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
    expect(ending.kind).toBe('finished');
    expect(results.map(({ failed }) => failed)).toEqual([true, true, true, true, false]);
    expect(results[0]!.text).toBe(`Unknown tool 'shell'. Available tools: note, plan, finish.`);
    expect(results[1]!.text).toMatch(/Invalid arguments for note[^]*text/);
    expect(results[2]!.text).toBe('The pencil broke.');
  });

  it('does not take a finish that comes with a failed call', async () => {
    const { results, ending } = await run([
      { calls: [{ tool: 'note', input: { text: 'burn' } }, finish] },
      { calls: [finish] },
    ]);
    expect(results[1]!.text).toMatch(/Not finished: the preceding call to note failed/);
    expect(ending.kind).toBe('finished');
  });

  it('does not take a finish before other calls, whose answers the model has not seen', async () => {
    const { results, notes, paid } = await run([
      { calls: [finish, { tool: 'note', input: { text: 'late' } }] },
      { calls: [finish] },
    ]);
    expect(results[0]!.text).toMatch(/^Not finished: other calls follow it/);
    expect(notes).toEqual(['late']);
    expect(spentOn(paid).modelCalls).toBe(2);
  });

  it('notices a call that fails again and again', async () => {
    const burn = { calls: [{ tool: 'note', input: { text: 'burn' } }] };
    const { results } = await run([burn, burn, burn, { calls: [finish] }]);
    expect(results[0]!.text).not.toMatch(/times/);
    expect(results[2]!.text).toMatch(/this exact call 3 times/);
    const early = { calls: [{ tool: 'note', input: { text: 'burn' } }, finish] };
    const ended = await run([early, early, { calls: [finish] }]);
    expect(ended.results[2]!.text).toMatch(/this exact call 2 times/);
    expect(ended.results[3]!.text).toMatch(/^Not finished: .* Resolve that first\.$/);
  });

  it('reminds once of finish, then takes the words as they are', async () => {
    const reminded = await run([{ text: 'Done!' }, { calls: [finish] }]);
    expect(reminded.ending).toMatchObject({ kind: 'finished', title: 'Fix it' });
    expect(reminded.stored[2]).toMatchObject({ origin: 'agent', kind: 'reminder' });
    const stubborn = await run([{ text: 'Done!' }, { text: 'I said done.' }]);
    expect(stubborn.ending).toEqual({ kind: 'finished', title: undefined, summary: 'I said done.' });
    const silent = await run([{ text: '' }, { text: '' }]);
    expect(silent.ending).toEqual({ kind: 'finished', title: undefined, summary: '' });
  });

  it('gives up a model whose answers are cut off five times in a row, and counts anew after a call', async () => {
    const cut = (count: number) => Array.from({ length: count }, () => ({ text: '', stopReason: 'length' }));
    const note = { calls: [{ tool: 'note', input: { text: 'a' } }] };
    const { ending } = await run([...cut(4), note, ...cut(4), { calls: [finish] }]);
    expect(ending.kind).toBe('finished');
    await expect(run([...cut(4), note, ...cut(5), { calls: [finish] }])).rejects.toMatchObject({
      facts: { code: 'model_answers_cut_off' },
    });
  });

  it('pays for answers that broke off, also when none came, and counts them against the budget', async () => {
    const lost = { inputTokens: 40, outputTokens: 10, cachedInputTokens: 0 };
    const breaking: LanguageModel = {
      ...scripted([{ calls: [finish] }]),
      generate: ({ onLost }) => {
        onLost?.(lost);
        onLost?.(lost);
        return Promise.reject(new Error('unreachable'));
      },
    };
    const { task, paid } = createTestTask();
    const options = { contextTokens: 200_000, system: '', tools: [] };
    await expect(runTurnLoop({ ...options, model: breaking, task })).rejects.toThrow('unreachable');
    expect(paid).toEqual([lost, lost]);

    const answer = scripted([{ calls: [{ tool: 'note', input: { text: 'a' } }] }, { calls: [finish] }]);
    const late: LanguageModel = {
      ...answer,
      generate: (request) => {
        request.onLost?.(lost);
        return answer.generate(request);
      },
    };
    const { ending } = await run(late, { budget: { ...generousBudget, modelCalls: 2 } });
    expect(ending).toEqual({ kind: 'budget', budget: 'model-calls' });
  });

  it('tells calls apart whose server counts them anew in every answer, and in one', async () => {
    const asked: ModelMessage[][] = [];
    const call = (id: string, text: string) => ({ type: 'tool-call', id, tool: 'note', input: { text } }) as const;
    const answers = [
      [call('call_0', 'long 1'), call('call_0', 'long 2')],
      ...Array.from({ length: 8 }, (_, turn) => [call('call_0', turn === 3 ? 'burn' : `long ${turn}`)]),
      [{ type: 'tool-call', id: 'call_0', tool: 'finish', input: finish.input } as const],
    ];
    const model: LanguageModel = {
      name: 'double/counts-anew',
      contextTokens: () => Promise.resolve(10_000),
      sees: [],
      generate: ({ messages }) => {
        asked.push([...messages]);
        const parts = answers[asked.length - 1] ?? [];
        const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };
        return Promise.resolve({ message: { role: 'assistant', parts }, stopReason: 'tool-calls', usage });
      },
    };
    const { ending, stored } = await run(model, { contextTokens: 10_000 });
    expect(ending.kind).toBe('finished');
    const pruned = stored.filter(({ role }) => role === 'pruned');
    expect(pruned.length).toBeGreaterThan(0);
    // Nothing that is new was pruned with what is old, and one failure is not many.
    const newest = asked.map((messages) => messages.at(-1)).filter((message) => message?.role === 'tool');
    expect(newest.flatMap(({ results }) => results).filter(({ text }) => text.startsWith('[Old output'))).toEqual([]);
    const ids = stored.flatMap((entry) => (entry.role === 'tool' ? entry.results.map(({ callId }) => callId) : []));
    expect(new Set(ids).size).toBe(11);
    expect(ids.slice(0, 3)).toEqual(['call_0', 'call_0_2', 'call_0_3']);
  });

  it('says so when an answer was cut off, and goes on', async () => {
    const { ending, stored } = await run([{ text: 'I will wri', stopReason: 'length' }, { calls: [finish] }]);
    expect(ending.kind).toBe('finished');
    expect(stored[2]).toMatchObject({ role: 'user', origin: 'agent', kind: 'cut-off' });
  });

  it('says so before the budget ends, once', async () => {
    const more = { calls: [{ tool: 'note', input: { text: 'a' } }] };
    const { stored } = await run(
      Array.from({ length: 20 }, () => more),
      { budget: { ...generousBudget, modelCalls: 20 } },
    );
    expect(stored.filter((entry) => entry.role === 'user')).toMatchObject([
      promptOfTest,
      { origin: 'agent', kind: 'last-calls' },
    ]);
  });

  it('stops before the next tool when aborted', async () => {
    const controller = new AbortController();
    const note = { tool: 'note', input: { text: 'a' } };
    const reason = new Error('archived');
    const { task, stored } = createTestTask({ signal: controller.signal });
    const { notes, tools } = notebook();
    const story = {
      ...task.story,
      tell: () => {
        controller.abort(reason);
      },
    };
    const model = scripted([{ calls: [note, note] }]);
    const run = runTurnLoop({ model, contextTokens: 200_000, system: '', tools, task: { ...task, story } });
    await expect(run).rejects.toBe(reason);
    expect(notes).toEqual(['a']);
    expect(stored.at(-1)).toMatchObject({ role: 'assistant' });
  });

  it('passes on what the model port throws, and tells what it retries', async () => {
    await expect(run([{ faults: ['key-invalid'] }])).rejects.toMatchObject({ facts: { code: 'model_key_invalid' } });
    const { told, ending } = await run([{ faults: ['overloaded', 'timeout'], calls: [finish] }]);
    expect(ending.kind).toBe('finished');
    expect(told.filter(({ type }) => type === 'notice')).toMatchObject([
      { text: expect.stringMatching(/model_overloaded\)\. Attempt 2 starts/) as string },
      { text: expect.stringMatching(/model_timeout\)\. Attempt 3 starts/) as string },
    ]);
  });

  it('prunes and tries again when the provider finds the conversation too long', async () => {
    const long = (text: string) => ({ calls: [{ tool: 'note', input: { text } }] });
    let refusals = 0;
    const model = scripted([long('long 1'), long('long 2'), long('long 3'), { calls: [finish] }]);
    const small = scripted([{ faults: ['context-too-long'] }]);
    const { ending, stored, told } = await run({
      ...model,
      generate: (request) => {
        const characters = JSON.stringify(request.messages).length;
        if (characters > 9_000) refusals += 1;
        return (characters > 9_000 ? small : model).generate(
          characters > 9_000 ? { ...request, messages: [] } : request,
        );
      },
    });
    expect(ending.kind).toBe('finished');
    expect(refusals).toBe(1);
    expect(stored.filter(({ role }) => role === 'pruned')).toHaveLength(1);
    const [, before, after] = /from (\d+) to (\d+) tokens/.exec(JSON.stringify(told)) ?? [];
    expect(Number(after)).toBeLessThan(Number(before));
  });
});

describe('a window that is smaller than anybody said', () => {
  const bulky = (name: string) => ({ calls: [{ tool: 'note', input: { text: `long ${name}`.padEnd(3_000, '-') } }] });

  /** Refuses what is longer than it can take, as a server does that told nothing of its window. */
  function refusing(turns: unknown[], mostCharacters: number) {
    const model = scripted(turns);
    const small = scripted([{ faults: ['context-too-long'] }]);
    const sent: (readonly ModelMessage[])[] = [];
    const generate: LanguageModel['generate'] = (request) => {
      if (JSON.stringify(request.messages).length > mostCharacters) return small.generate({ ...request, messages: [] });
      sent.push(request.messages);
      return model.generate(request);
    };
    return { model: { ...model, generate }, sent };
  }

  it('costs the oldest steps, of which a list remains, where old output is not enough', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const { model, sent } = refusing([...names.map(bulky), { calls: [finish] }], 14_000);
    const { ending, stored, told } = await run(model);
    expect(ending).toMatchObject({ kind: 'finished', title: 'Fix it' });
    expect(stored.map(({ role }) => role)).toContain('summarised');
    const last = JSON.stringify(sent.at(-1));
    expect(last).toContain(promptOfTest.text);
    expect(last).toContain('Tool calls');
    expect(JSON.stringify(told)).toContain('The conversation was summarised');
  });

  it('is an error when nothing is left to leave out', async () => {
    const { model } = refusing([{ calls: [finish] }], 10);
    await expect(run(model)).rejects.toMatchObject({ facts: { code: 'model_context_too_long' } });
  });

  it('still ends in a summary when even the request for one is too long', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const { model } = refusing([...names.map(bulky), { calls: [finish] }], 16_000);
    const { ending, stored } = await run(model, { contextTokens: 6_000 });
    expect(ending).toMatchObject({ kind: 'finished', title: 'Fix it' });
    expect(stored.map(({ role }) => role)).toContain('summarised');
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
    const model = scripted(turns);
    const contextTokens = 4_000;
    let moments = 0;
    const killed = new Error('killed');
    const onMoment = () => {
      moments += 1;
      if (moments === point) throw killed;
    };
    const stored: TranscriptEntry[] = [];
    let paid = 0;
    for (;;) {
      const { tools } = notebook();
      const attempt = createTestTask({ stored, onMoment });
      const keep = () => {
        stored.splice(0, stored.length, ...attempt.stored);
        paid += attempt.paid.length;
      };
      try {
        const system = 'You are careful.';
        const ending = await runTurnLoop({ model, contextTokens, system, tools, task: attempt.task });
        keep();
        return { ending, stored, paid, moments };
      } catch (error) {
        if (error !== killed) throw error;
        keep();
      }
    }
  }

  it('goes on from what was stored, with the same transcript and no turn paid for twice, at every point', async () => {
    const whole = await runWithKill(0);
    expect(whole.ending.kind).toBe('finished');
    expect(whole.stored.map(({ role }) => role)).toEqual(expect.arrayContaining(['pruned', 'summarised']));
    expect(whole.moments).toBeGreaterThan(12);
    for (let point = 1; point <= whole.moments; point += 1) {
      const { ending, stored, paid } = await runWithKill(point);
      expect({ ending, stored, paid }).toEqual({ ending: whole.ending, stored: whole.stored, paid: whole.paid });
    }
  });
});
