import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AssistantPart, LanguageModel, ModelMessage, ModelRequest } from '../../../model/language-model.ts';
import { createScriptedModel } from '../../../model/scripted/scripted-model.ts';
import { transcriptSchema } from '../../../model/scripted/transcript.ts';
import type { TranscriptEntry } from '../../jobs/transcript.ts';
import { createTestTask, generousBudget, promptOfTest, spentOn } from '../agent-task.fixture.ts';
import { summaryRequest } from './compaction.ts';
import { createFinishTool } from './tools/finish.ts';
import { createPlanTool } from './tools/plan.ts';
import { defineTool } from './tools/tool.ts';
import { runTurnLoop } from './turn-loop.ts';

const finish = { tool: 'finish', input: { title: 'Fix it', summary: 'Fixed.' } };

function scripted(turns: unknown[], extra: object = {}): LanguageModel {
  const transcript = transcriptSchema.parse({ description: 'test', turns, ...extra });
  return createScriptedModel({ name: 'scripted/test', transcript, wait: () => Promise.resolve(), random: () => 0 });
}

/** A tree that nobody has touched. */
const untouched = { ...createTestTask().task.change, isUntouched: () => Promise.resolve(true) };

/** A model that makes these calls, one in each answer. */
function modelThatCalls(calls: readonly AssistantPart[]): LanguageModel {
  let turn = 0;
  return {
    name: 'double/calls',
    contextTokens: () => Promise.resolve(200_000),
    sees: [],
    generate: () =>
      Promise.resolve({
        message: { role: 'assistant', parts: calls.slice(turn, (turn += 1)) },
        stopReason: 'tool-calls',
        usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
      }),
  };
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
  const { task, stored, paid, told, spoken } = createTestTask(options);
  const story = { ...task.story, changeSize: () => Promise.resolve({ files: notes.length, bytes: 0 }) };
  const ending = await runTurnLoop({
    model: Array.isArray(turns) ? scripted(turns) : turns,
    contextTokens,
    system: 'You are careful.',
    tools,
    task: { ...task, story },
  });
  const results = stored.flatMap((entry) => (entry.role === 'tool' ? entry.results : []));
  return { ending, stored, paid, told, spoken, notes, results };
}

/** The loop over a task that the caller looks at. */
function loop({ task }: ReturnType<typeof createTestTask>, model: LanguageModel) {
  return runTurnLoop({ model, contextTokens: 200_000, system: 'You are careful.', tools: notebook().tools, task });
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

  describe('a model that repeats itself', () => {
    const note = (text: string) => ({ calls: [{ tool: 'note', input: { text } }] });

    it('is told after three turns and stopped after five', async () => {
      const { ending, results, paid } = await run(Array.from({ length: 9 }, () => note('burn')));
      expect(ending).toMatchObject({ kind: 'stuck', tool: 'note', answer: 'The pencil broke.' });
      expect(results.map(({ text }) => text.includes('Another try will not change it'))).toEqual([
        false,
        false,
        true,
        true,
        true,
      ]);
      expect(spentOn(paid).modelCalls).toBe(5);
    });

    it('is stopped for the same refusal of different calls, and for the same success of the same call only', async () => {
      const unknown = Array.from({ length: 6 }, (_, turn) => ({ calls: [{ tool: 'shell', input: { turn } }] }));
      expect((await run(unknown)).ending).toMatchObject({ kind: 'stuck', tool: 'shell' });
      expect((await run(Array.from({ length: 6 }, () => note('a')))).ending.kind).toBe('stuck');
      const different = Array.from({ length: 6 }, (_, turn) => note(`a${turn}`));
      expect((await run([...different, { calls: [finish] }])).ending.kind).toBe('finished');
    });

    it('counts turns, not calls, and anew once a person spoke', async () => {
      const many = { calls: Array.from({ length: 6 }, () => ({ tool: 'note', input: { text: 'burn' } })) };
      const once = await run([many, { calls: [finish] }]);
      expect(once.ending.kind).toBe('finished');
      const stuck = await run(Array.from({ length: 5 }, () => note('burn')));
      const further = { role: 'user', text: 'Do without it.' } as const;
      const after = await run([...Array.from({ length: 6 }, () => note('burn')), { calls: [finish] }], {
        stored: stuck.stored,
        inbox: [further],
      });
      expect(after.ending.kind).toBe('finished');
    });
  });

  it.each([
    ['answers alone', [{ text: 'I renamed everything on 12 pages.' }]],
    ['nothing', [{ text: '' }]],
    ['a call as text', [{ text: '<tool_call>{"name": "note", "arguments": {"text": "a"}}</tool_call>' }]],
  ])('says of a model that gives %s and calls no tool that it cannot work with it', async (_, turns) => {
    const twice = [...turns, ...turns];
    await expect(run(twice, { change: untouched })).rejects.toMatchObject({ facts: { code: 'model_calls_no_tools' } });
  });

  it('asks once more with what is true when no file has changed, and takes no claim for an end', async () => {
    const read = { calls: [{ tool: 'note', input: { text: 'a' } }] };
    const claim = { text: 'I renamed everything on 12 pages.' };
    const { ending, stored, told } = await run([read, claim, claim], { change: untouched });
    expect(ending).toEqual({ kind: 'idle', said: claim.text });
    // People know none of the tools that the model is reminded of.
    expect(told.filter(({ type }) => type === 'notice')).toEqual([
      { type: 'notice', text: 'The agent stopped before it had finished, and was asked to go on.' },
    ]);
    expect(stored.find(({ role }, index) => role === 'user' && index > 0)).toMatchObject({
      kind: 'reminder',
      text: expect.stringContaining('No file has changed.') as string,
    });
    const question = { role: 'user', text: 'What is the default timeout?' } as const;
    const answer = await run([read, { text: '30 s.' }, { text: '30 s.' }], { change: untouched, inbox: [question] });
    expect(answer.ending).toEqual({ kind: 'finished', title: undefined, summary: '30 s.' });
  });

  it('takes a finish without a change only with a reason, and with a change only without one', async () => {
    const nothing = {
      tool: 'finish',
      input: { title: 'None', summary: 'It is right as it is.', no_change: 'not_needed' },
    };
    const unchanged = await run([{ calls: [finish] }, { calls: [nothing] }], { change: untouched });
    expect(unchanged.ending.kind).toBe('finished');
    expect(unchanged.results.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Not finished: no file has changed/) as string,
      'Finished.',
    ]);
    const words = { tool: 'finish', input: { title: 'Nothing to do', summary: 'There is no typo.' } };
    const told = await run([{ calls: [words] }, { calls: [words] }], { change: untouched });
    expect(told.results.map(({ failed }) => failed)).toEqual([true, false]);
    const claim = Array.from({ length: 6 }, () => ({ calls: [finish] }));
    expect((await run(claim, { change: untouched })).ending).toEqual({ kind: 'idle', said: 'Fixed.' });
    const lie = { ...finish, input: { ...finish.input, no_change: 'not_needed' } };
    const lies = await run([{ calls: [lie] }, { calls: [nothing] }], { change: untouched });
    expect(lies.results[0]?.text).toContain('the summary says that you changed something');
    expect(lies.ending).toMatchObject({ kind: 'finished', summary: 'It is right as it is.' });
    const vague = { tool: 'finish', input: { title: 'Done', summary: 'Did it.' } };
    const insists = Array.from({ length: 6 }, () => ({ calls: [vague] }));
    expect((await run(insists, { change: untouched })).ending).toEqual({ kind: 'idle', said: 'Did it.' });
    const changed = await run([{ calls: [nothing] }, { calls: [finish] }]);
    expect(changed.results.map(({ failed }) => failed)).toEqual([true, false]);
    const question = { role: 'user', text: 'Is it 30 s?' } as const;
    const asked = await run([{ calls: [finish] }], { change: untouched, inbox: [question] });
    expect(asked.ending.kind).toBe('finished');
  });

  it('keeps thinking out of the title and the summary', async () => {
    const input = { title: '<think>Hm.</think>Fix it', summary: '<think>What to say?</think>\nFixed.' };
    const { ending } = await run([{ calls: [{ tool: 'finish', input }] }]);
    expect(ending).toEqual({ kind: 'finished', title: 'Fix it', summary: 'Fixed.' });
  });

  it('reminds once of finish, then takes the words as they are where files have changed', async () => {
    const reminded = await run([{ text: 'Done!' }, { calls: [finish] }]);
    expect(reminded.ending).toMatchObject({ kind: 'finished', title: 'Fix it' });
    expect(reminded.stored[2]).toMatchObject({ origin: 'agent', kind: 'reminder' });
    const stubborn = await run([{ text: 'Done!' }, { text: 'I said done.' }]);
    expect(stubborn.ending).toEqual({ kind: 'finished', title: undefined, summary: 'I said done.' });
    const silent = await run([{ text: '' }, { text: '' }]);
    expect(silent.ending).toEqual({ kind: 'finished', title: undefined, summary: '' });
    const asText = { text: '[TOOL_CALLS] finish' };
    expect((await run([asText, asText])).ending).toEqual({ kind: 'finished', title: undefined, summary: '' });
  });

  it('tells a call that was cut off from one whose arguments are not JSON and from one of a wrong type', async () => {
    const write = (input: unknown, more: object = {}) => ({
      type: 'tool-call' as const,
      id: 'a',
      tool: 'note',
      input,
      ...more,
    });
    const answers = [
      write('{"text": "a', { isCutOff: true }),
      write('{"text": "a"b"}'),
      write({ text: { a: 1 } }),
      { ...write(finish.input), tool: 'finish' },
    ];
    const { results } = await run(modelThatCalls(answers));
    expect(results.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Not done: your answer reached the limit .* Write less at once/) as string,
      expect.stringMatching(/^Not done: the arguments of note are not valid JSON/) as string,
      expect.stringMatching(/^Invalid arguments for note/) as string,
      'Finished.',
    ]);
    const cut = Array.from({ length: 5 }, () => answers[0]!);
    await expect(run(modelThatCalls(cut))).rejects.toMatchObject({ facts: { code: 'model_answers_cut_off' } });
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
    const more = (turn: number) => ({ calls: [{ tool: 'note', input: { text: `a${turn}` } }] });
    const { stored } = await run(
      Array.from({ length: 20 }, (_, turn) => more(turn)),
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

  it('speaks while the model writes, and takes back what breaks off', async () => {
    const { spoken, ending } = await run([
      { text: 'I look.', faults: ['overloaded'], calls: [{ tool: 'note', input: { text: 'a' } }] },
      { calls: [finish] },
    ]);
    expect(ending.kind).toBe('finished');
    expect(spoken).toEqual([undefined, 'I', 'I look.']);
    const failing = createTestTask();
    const model = scripted([{ text: 'I fail.' }]);
    const broken = loop(failing, {
      ...model,
      generate: (request) => {
        request.onText?.('I f');
        return Promise.reject(new Error('gone'));
      },
    });
    await expect(broken).rejects.toThrow('gone');
    expect(failing.spoken).toEqual(['I f', undefined]);
  });

  it('speaks neither thinking nor calls that the server did not parse', async () => {
    const text = '<think>They want a note.</think>I take it. <tool_call>{"name": "note"}';
    const { spoken, told } = await run([{ text, calls: [finish] }]);
    expect(spoken.at(-1)).toBe('I take it.');
    expect(spoken.join(' ')).not.toMatch(/They|tool_call/);
    expect(told.find(({ type }) => type === 'text')).toEqual({ type: 'text', text: 'I take it.' });
  });

  it('speaks no thinking that nothing opened: not before the first answer shows whether there is any, nor later', async () => {
    const speaking = async (first: string, mayImplyThinking: boolean, second = 'I note it.') => {
      const task = createTestTask();
      const model = scripted([
        { text: first, calls: [{ tool: 'note', input: { text: 'a' } }] },
        { text: second, calls: [finish] },
      ]);
      await loop(task, { ...model, mayImplyThinking });
      return task.spoken.map((words) => words ?? '');
    };
    const implied = await speaking('They want a note.</think>\nI take it.', true);
    expect(implied.join('|')).not.toMatch(/They|want|note/);
    expect(implied).toContain('I take it.');
    const open = await speaking('I look.', true);
    expect(open).not.toContain('I look.');
    expect(open).toContain('I note it.');
    expect(await speaking('I look.', false)).toContain('I look.');
    // Calls alone show nothing.
    const late = await speaking('', true, 'They want it.</think>\nI note it.');
    expect(late.join('|')).not.toMatch(/They|want/);
  });

  it('still speaks no thinking after a first answer whose thinking was long, or reached the limit', async () => {
    const thinking = 'They want a note. '.repeat(1_500);
    const firsts = [
      { text: `${thinking}</think>\nI take it.` },
      { text: `${thinking}</think>\nI take it.`, pieces: 25_500 },
      { text: thinking, stopReason: 'length' as const },
    ];
    for (const { text, pieces = 1_000, stopReason = 'tool-calls' as const } of firsts) {
      const task = createTestTask();
      const answers = [text, 'SECRET thoughts.</think>\nI note it.'];
      const calls = [{ type: 'tool-call' as const, id: 'a', tool: 'note', input: { text: 'a' } }];
      let turn = 0;
      const generate: LanguageModel['generate'] = ({ onText }) => {
        const written = answers[turn] ?? '';
        const isFirst = turn === 0;
        turn += 1;
        const size = isFirst ? pieces : 5;
        for (let from = 0; from < written.length; from += size) onText?.(written.slice(from, from + size));
        const parts = isFirst
          ? calls
          : [{ type: 'tool-call' as const, id: 'b', tool: finish.tool, input: finish.input }];
        return Promise.resolve({
          message: { role: 'assistant', parts },
          stopReason: isFirst ? stopReason : 'tool-calls',
          usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
        });
      };
      await loop(task, { ...scripted([{ text: '-' }]), generate, mayImplyThinking: true });
      const spoken = task.spoken.map((words) => words ?? '');
      expect(spoken.join('|')).not.toMatch(/They|SECRET|thoughts/);
      expect(spoken).toContain('I note it.');
    }
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

  it('does not speak the summary, which people did not ask for', async () => {
    const model = scripted([...['a', 'b', 'c', 'd', 'e'].map(bulky), { calls: [finish] }]);
    const summaries: (ModelRequest['onText'] | 'none')[] = [];
    const generate: LanguageModel['generate'] = (request) => {
      if (request.messages.at(-1) === summaryRequest) summaries.push(request.onText ?? 'none');
      return model.generate(request);
    };
    await run({ ...model, generate }, { contextTokens: 6_000 });
    expect(new Set(summaries)).toEqual(new Set(['none']));
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
