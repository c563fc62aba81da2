import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentJob } from '../../src/contract/agent-job.ts';
import { checkerLimits } from '../../check/src/apart/checker-messages.ts';
import { createCheckApart } from '../../check/src/check.ts';
import { createMemoryTree } from '../../check/test/memory-tree.ts';
import { documentationAttacks } from './documentation-attacks.ts';
import { startWatchedServer, type WatchedServer } from './start-watched-server.ts';
import { expectHealthy } from './watch-health.ts';

/** Attacks on a check alone, and those on a server that works on them, with how its job ends. */
export function describeHostileDocumentation(
  checked: readonly string[],
  served: readonly (readonly [attack: string, outcome: string])[],
): void {
  describe('whatever stands in a repository', { timeout: 60_000 }, () => {
    const docsCheck = createCheckApart({
      processes: 1,
      limits: { ...checkerLimits, longestStep: 2_000, longestPage: 2_000 },
    });
    afterAll(() => docsCheck.close());

    it.each(checked)('a check comes to its end: %s', async (name) => {
      const attack = documentationAttacks[name] ?? {};
      const report = await docsCheck.check({ tree: createMemoryTree(attack) });
      expect(report.findings.every(({ message }) => message.length <= 2_000)).toBe(true);
      const ended = report.findings.filter(({ rule }) => rule === 'not-checked');
      // Told in our words: never what an engine or a library says where it gives up.
      for (const { message } of ended) expect(message).not.toMatch(/call stack|exceeds|alias|undefined|not a function/);
      if (ended.length > 0) expect(report.findings).toEqual(ended);
      else expect(report.pages).toBeGreaterThan(0);
      expect((await docsCheck.check({ tree: createMemoryTree({ 'index.md': '# Fine\n' }) })).findings).toEqual([]);
    });
  });

  /** Half a megabyte in which every character is replaced, and passages that have nothing in common. */
  const largeEdits = {
    description: 'Replaces all of a large file.',
    turns: [
      { calls: [{ tool: 'read', input: { path: 'large.md' } }] },
      { calls: [{ tool: 'edit', input: { path: 'large.md', old_text: 'a', new_text: 'bc', replace_all: true } }] },
      {
        calls: [
          {
            tool: 'edit',
            input: { path: 'large.md', old_text: 'bc '.repeat(60_000), new_text: 'd-'.repeat(60_000) },
          },
        ],
      },
      { calls: [{ tool: 'edit', input: { path: 'large.md', old_text: 'nowhere '.repeat(10_000), new_text: 'e' } }] },
      { calls: [{ tool: 'finish', input: { title: 'Rewrite', summary: 'All of it.' } }] },
    ],
    afterwards: { calls: [{ tool: 'finish', input: { title: 'Rewrite', summary: 'All of it.' } }] },
  };

  describe('a server that works on hostile documentation', { timeout: 600_000 }, () => {
    const finish = { tool: 'finish', input: { title: 'Add a note', summary: 'A note.' } };
    const note = { tool: 'write', input: { path: 'note.md', content: '# A note\n' } };
    const quick = {
      description: 'Adds a page.',
      turns: [{ calls: [note] }, { calls: [finish] }],
      afterwards: { calls: [finish] },
    };

    let server: WatchedServer;
    beforeAll(async () => {
      server = await startWatchedServer({ transcripts: { quick, largeEdits } });
    });
    afterAll(async () => {
      await server.stop();
    });

    let worked = 0;
    async function work(
      name: string,
      files: Readonly<Record<string, string>>,
      model = 'scripted/quick',
    ): Promise<AgentJob> {
      // A name of its own, so that an attack can be tried again.
      worked += 1;
      const project = `${name.replaceAll(/\W+/g, '-').toLowerCase()}-${worked}`;
      const { projectId, apiKey } = await server.addProject(project, files);
      const call = async (path: string, body?: object): Promise<AgentJob> => {
        const response = await fetch(`${server.url}/v2/agent/${projectId}/${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        if (!response.ok) throw new Error(await response.text());
        return (await response.json()) as AgentJob;
      };
      for (let job = await call('job', { prompt: 'Add a note', model }); ; job = await call(`job/${job.id}`)) {
        if (job.status !== 'active') return job;
        await delay(100);
      }
    }

    it('is as well as one that works on any other', async () => {
      await work('warm', { 'index.md': '# Hi\n' });
      let job: AgentJob | undefined;
      expectHealthy(
        await server.watch(async () => (job = await work('any', { 'index.md': '# Hi\n' }))),
        'any documentation',
      );
      expect(job?.status).toBe('completed');
    });

    it.each(served)('is not held up by %s: %s', async (name, outcome) => {
      let job: AgentJob | undefined;
      expectHealthy(await server.watch(async () => (job = await work(name, documentationAttacks[name] ?? {}))), name);
      expect(job?.failure?.code ?? job?.status, job?.failure?.message).toBe(outcome);
    });

    it('is not held up by a model that rewrites half a megabyte at once', async () => {
      let job: AgentJob | undefined;
      const files = { 'large.md': 'a '.repeat(125_000) };
      const attack = async (): Promise<unknown> => (job = await work('large', files, 'scripted/largeEdits'));
      expectHealthy(await server.watch(attack), 'large edits');
      expect(job?.status, job?.failure?.message).toBe('completed');
    });
  });
}
