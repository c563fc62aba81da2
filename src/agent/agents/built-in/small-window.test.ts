import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelMessage } from '../../../model/language-model.ts';
import { createScriptedModel } from '../../../model/scripted/scripted-model.ts';
import { transcriptSchema } from '../../../model/scripted/transcript.ts';
import { createTestTask } from '../agent-task.fixture.ts';
import { createBuiltInAgent } from './built-in-agent.ts';
import { charactersPerToken, resultShares } from './result-room.ts';

const contextTokens = 32_768;
const window = contextTokens * charactersPerToken;
const finish = { tool: 'finish', input: { title: 'Read it all', summary: 'Read.' } };
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'docwright-window-'));
});

afterEach(() => rm(root, { recursive: true }));

async function play(turns: unknown[]) {
  const requests: (readonly ModelMessage[])[] = [];
  const scripted = createScriptedModel({
    name: 'scripted/window',
    transcript: transcriptSchema.parse({ description: 'window', contextTokens, turns }),
    wait: () => Promise.resolve(),
    random: Math.random,
  });
  const model = {
    ...scripted,
    generate: (request: Parameters<typeof scripted.generate>[0]) => {
      requests.push(request.messages);
      return scripted.generate(request);
    },
  };
  const { task } = createTestTask({ root });
  expect(await createBuiltInAgent({ model }).work(task)).toMatchObject({ kind: 'finished' });
  return requests.slice(1).map((messages) => messages.findLast((message) => message.role === 'tool'));
}

const page = (name: string) =>
  Array.from({ length: 500 }, (_, line) => `Line ${line + 1} of ${name}, with some words to fill it up.`).join('\n');

describe('a window of 32,768 tokens', () => {
  it('shows the model every result of its newest turn, each with how to get the rest', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `page-${index}.md`);
    for (const name of names) await writeFile(join(root, name), page(name));
    const calls = names.map((path) => ({ tool: 'read', input: { path } }));
    const shown = await play([{ calls }, { calls }, { calls: [finish] }]);
    for (const message of shown.slice(0, 2)) {
      const results = message?.results ?? [];
      expect(results).toHaveLength(7);
      for (const [index, { text, failed }] of results.entries()) {
        expect(failed).toBe(false);
        expect(text).toContain(`Line 1 of ${names[index]}`);
        const last = Number(/lines 1-(\d+) of 500/.exec(text)?.[1]);
        expect(text).toContain(`\n${last}\tLine ${last} of`);
        expect(text).toMatch(new RegExp(`continue with first_line ${last + 1}\\.$`));
      }
      const characters = results.reduce((sum, { text }) => sum + text.length, 0);
      expect(characters).toBeLessThanOrEqual(window * resultShares.turn);
      expect(characters).toBeGreaterThan(window * resultShares.turn * 0.8);
    }
  });

  it('lets no tool answer more than a fifth of it', async () => {
    const names = Array.from({ length: 600 }, (_, index) => `a-page-with-a-name-that-is-rather-long-${index}.md`);
    for (const name of names) await writeFile(join(root, name), `${'needle in a haystack '.repeat(15)}\n`.repeat(2));
    await writeFile(join(root, 'broken.md'), '[a link](./missing.md)\n'.repeat(950));
    const calls = [
      { tool: 'list', input: { recursive: true } },
      { tool: 'search', input: { pattern: 'needle' } },
      { tool: 'search', input: { pattern: 'needle', show: 'files' } },
      { tool: 'search', input: { pattern: 'missing', context: 10 } },
      { tool: 'read', input: { path: 'broken.md' } },
    ];
    const turns = calls.map((call) => ({ calls: [call] }));
    const shown = await play([...turns, { calls: [finish] }]);
    const texts = shown.map((message) => message?.results[0]?.text ?? '');
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(window * resultShares.one);
    for (const text of texts.toSpliced(3, 1)) expect(text.length).toBeGreaterThan(window * resultShares.one * 0.5);
    expect(texts[0]).toMatch(/continue with offset \d+, or list a subfolder\.$/);
    for (const text of texts.slice(1, 4)) expect(text).toMatch(/continue with offset \d+\.$/);
    expect(texts[4]).toMatch(/continue with first_line \d+\.$/);
  });
});
