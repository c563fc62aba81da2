import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nothingSpent } from '../jobs/budget.ts';
import type { RoundNote, PersonMessage } from '../jobs/transcript.ts';
import { createTestTask, generousBudget, promptOfTest, type TestTask } from './agent-task.fixture.ts';
import type { AgentTask, DocsAgent } from './docs-agent.ts';
import type { AgentStep } from './scripted-docs-agent.fixture.ts';

const typo = 'This is teh guide.\n';
const fixed = 'This is the guide.\n';
const fix: AgentStep = { kind: 'write', path: 'guide.mdx', content: fixed };
const extend: AgentStep = { kind: 'write', path: 'guide.mdx', content: `${fixed}\nMore.\n` };
const finish: AgentStep = { kind: 'finish', title: 'Fix a typo', summary: 'Corrected "teh".' };
const finishAgain: AgentStep = { kind: 'finish', title: 'Fix it again', summary: 'Corrected once more.' };

/** What every adapter of the port must do; `create` makes an agent that takes these steps, if it is let. */
export function describeDocsAgent(name: string, create: (steps: readonly AgentStep[]) => DocsAgent): void {
  describe(`${name} as a docs agent`, () => {
    let folder: string;
    let root: string;

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'docwright-docs-agent-'));
      root = join(folder, 'tree');
      cpSync(join(import.meta.dirname, '../../demo/sample-site/docs.json'), join(root, 'docs.json'));
      writeFileSync(join(root, 'guide.mdx'), typo);
    });
    afterEach(() => {
      rmSync(folder, { recursive: true });
    });

    const guide = () => readFileSync(join(root, 'guide.mdx'), 'utf8');
    const given = (options: Parameters<typeof createTestTask>[0] = {}): TestTask =>
      createTestTask({ root, ...options });
    const work = (steps: readonly AgentStep[], { task }: { task: AgentTask }) => create(steps).work(task);

    it('changes the tree, tells what it did, and ends with a title and a summary', async () => {
      const test = given();
      expect(await work([fix, finish], test)).toEqual({
        kind: 'finished',
        title: 'Fix a typo',
        summary: 'Corrected "teh".',
      });
      expect(guide()).toBe(fixed);
      expect(test.stored[0]).toEqual(promptOfTest);
      expect(test.stored.filter(({ role }) => role === 'assistant')).toHaveLength(2);
      expect(JSON.parse(JSON.stringify(test.stored))).toEqual(test.stored);
      expect(test.told).toContainEqual(
        expect.objectContaining({ type: 'tool', line: expect.stringContaining('guide.mdx') as string, failed: false }),
      );
    });

    it('says of which results the tree must be kept', async () => {
      const change = given();
      await work([fix, finish], change);
      expect(change.mayHaveChanged[0]).toBe(true);
      const none = given();
      await work([finish], none);
      expect(none.mayHaveChanged).not.toContain(true);
    });

    it('records each turn as soon as it is paid for, before anything follows from it', async () => {
      const seen: string[] = [];
      const test = given({ onMoment: (moment) => void seen.push(moment, guide()) });
      await work([fix, finish], test);
      expect(seen.slice(0, 4)).toEqual(['before turn', typo, 'after turn', typo]);
      expect(test.paid).toHaveLength(2);
      for (const { inputTokens, outputTokens } of test.paid) {
        expect(inputTokens).toBeGreaterThan(0);
        expect(outputTokens).toBeGreaterThan(0);
      }
    });

    it('goes on from what was stored, to the same end and at no further cost, wherever it was stopped', async () => {
      const steps = [fix, extend, finish];
      const whole = given();
      const ending = await work(steps, whole);
      const change = guide();
      let moments = 0;
      for (let stopAt = 1; stopAt === 1 || stopAt <= moments; stopAt += 1) {
        writeFileSync(join(root, 'guide.mdx'), typo);
        const kept = join(folder, `kept-${stopAt}`);
        cpSync(root, kept, { recursive: true });
        const died = new Error('died');
        let moment = 0;
        const first = given({
          onMoment: (at) => {
            moment += 1;
            if (at === 'after results') cpSync(root, kept, { recursive: true });
            if (moment === stopAt) throw died;
          },
        });
        await expect(work(steps, first), `stopped at moment ${stopAt}`).rejects.toBe(died);
        rmSync(root, { recursive: true });
        cpSync(kept, root, { recursive: true });
        const second = given({ stored: first.stored });
        expect(await work(steps, second)).toEqual(ending);
        expect(second.stored).toEqual(whole.stored);
        expect([...first.paid, ...second.paid]).toEqual(whole.paid);
        expect(guide()).toBe(change);
        moments = whole.paid.length * 2 + whole.mayHaveChanged.length * 2;
      }
    });

    it('gives the ending of a finished transcript again, at no cost', async () => {
      const first = given();
      const ending = await work([fix, finish], first);
      const again = given({ stored: first.stored });
      expect(await work([fix, finish], again)).toEqual(ending);
      expect(again.stored).toEqual(first.stored);
    });

    it('looks at messages that came while it worked before it ends', async () => {
      const more: PersonMessage = { role: 'user', text: 'Also say more' };
      const test = given({
        onMoment: (moment) => {
          if (moment === 'after turn' && test.paid.length === 2) test.inbox.push(more);
        },
      });
      expect(await work([fix, finish, extend, finishAgain], test)).toMatchObject({ title: 'Fix it again' });
      expect(test.stored).toContainEqual(more);
      expect(test.inbox).toEqual([]);
      expect(guide()).toContain('More.');
    });

    it('goes on after a further message, and after findings of the checks', async () => {
      const first = given();
      await work([fix, finish], first);
      const note: RoundNote = { role: 'user', origin: 'round', kind: 'findings', text: 'guide.mdx:1 is wrong' };
      const steps = [fix, finish, extend, finishAgain];
      const corrected = given({ stored: [...first.stored, note] });
      expect(await work(steps, corrected)).toMatchObject({ title: 'Fix it again' });
      const asked = given({ stored: first.stored, inbox: [{ role: 'user', text: 'Also say more' }] });
      expect(await work(steps, asked)).toMatchObject({ title: 'Fix it again' });
    });

    it('ends when a budget is used up, with what was done until then recorded', async () => {
      const calls = given({ budget: { ...generousBudget, modelCalls: 1 } });
      expect(await work([fix, finish], calls)).toEqual({ kind: 'budget', budget: 'model-calls' });
      expect(calls.mayHaveChanged).toEqual([true]);
      expect(guide()).toBe(fixed);
    });

    it('counts what it asks for and what it is answered', async () => {
      const whole = given();
      await work([fix, extend, finish], whole);
      const [first] = whole.paid;
      const tokens = (first?.inputTokens ?? 0) + (first?.outputTokens ?? 0);
      const one = given({ budget: { ...generousBudget, tokens } });
      expect(await work([fix, extend, finish], one)).toEqual({ kind: 'budget', budget: 'tokens' });
      expect(one.paid).toHaveLength(1);
      const two = given({ budget: { ...generousBudget, tokens: tokens + 1 } });
      expect(await work([fix, extend, finish], two)).toEqual({ kind: 'budget', budget: 'tokens' });
      expect(two.paid).toHaveLength(2);
    });

    it('counts what an earlier attempt has spent', async () => {
      const test = given({ budget: { ...generousBudget, modelCalls: 3 }, spent: { ...nothingSpent, modelCalls: 2 } });
      expect(await work([fix, finish], test)).toEqual({ kind: 'budget', budget: 'model-calls' });
    });

    it('ends when the change has become too large', async () => {
      const test = given();
      const story = { ...test.task.story, changeSize: () => Promise.resolve({ files: 2, bytes: 10 }) };
      const budget = { ...generousBudget, changedFiles: 1 };
      expect(await work([fix, finish], { task: { ...test.task, story, budget } })).toEqual({
        kind: 'budget',
        budget: 'diff',
      });
    });

    it('says that it will not do what it was asked', async () => {
      expect(await work([{ kind: 'refuse' }], given())).toEqual({ kind: 'refused' });
    });

    it('stops when aborted, before and while it works, with the reason', async () => {
      const reason = new Error('archived');
      const before = given({ signal: AbortSignal.abort(reason) });
      await expect(work([fix, finish], before)).rejects.toBe(reason);
      expect(before.paid).toEqual([]);
      const controller = new AbortController();
      const during = given({
        signal: controller.signal,
        onMoment: (moment) => {
          if (moment === 'after results')
            setImmediate(() => {
              controller.abort(reason);
            });
        },
      });
      await expect(work([fix, { kind: 'hang' }, finish], during)).rejects.toBe(reason);
      expect(during.paid).toHaveLength(1);
    });
  });
}
