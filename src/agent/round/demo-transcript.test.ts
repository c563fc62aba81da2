import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDocsCheck } from '../../docs-check/create-docs-check.ts';
import { createFolderTree } from '../../docs-check/folder-tree.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createModels } from '../../model/create-models.ts';
import { createTools } from '../agents/built-in/tools/create-tools.ts';
import { createTreeAccess } from '../agents/built-in/tools/tree-access.ts';
import type { TranscriptEntry } from '../jobs/transcript.ts';
import { runTurnLoop } from '../agents/built-in/turn-loop.ts';

const sampleSite = join(import.meta.dirname, '../../demo/sample-site');
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'docwright-demo-'));
  await cp(sampleSite, root, { recursive: true });
});

afterEach(() => rm(root, { recursive: true }));

const docsCheck = createDocsCheck();
const check = () => docsCheck.check({ tree: createFolderTree(root), base: createFolderTree(sampleSite) });
const page = (path: string) => readFile(join(root, path), 'utf8');

function play(messages: readonly TranscriptEntry[]) {
  const tree = createTreeAccess({ root });
  return runTurnLoop({
    model: createModels({ config: {}, wait: () => Promise.resolve() }).resolve('scripted/demo'),
    system: 'You edit documentation.',
    tools: createTools({
      tree,
      checkFile: (path, content) => docsCheck.checkFile(path, content),
      checkDocs: check,
      messages: [],
    }),
    messages,
    signal: new AbortController().signal,
    budget: {
      modelCalls: 100,
      tokens: 1e9,
      deadline: systemClock.now() + 60_000,
      changedFiles: 200,
      changedBytes: 1e6,
    },
    spent: { modelCalls: 0, tokens: 0 },
    clock: systemClock,
    emit: () => undefined,
    measureChange: () => Promise.resolve({ files: 0, bytes: 0 }),
    onModelTurn: () => Promise.resolve(),
    onToolResults: () => Promise.resolve(),
    takeMessages: () => Promise.resolve([]),
  });
}

const prompt = { role: 'user', text: 'Add a quickstart for the Python SDK and fix the broken links' } as const;

it('the demo finds broken links on the sample site, and leaves none', async () => {
  const { findings, pages } = await check();
  expect(pages).toBeGreaterThanOrEqual(32);
  expect(findings.filter(({ severity }) => severity === 'error')).toHaveLength(5);

  const { outcome, messages } = await play([prompt]);
  const results = messages.flatMap((entry) => (entry.role === 'tool' ? entry.results : []));
  expect(results.filter(({ failed }) => failed)).toEqual([]);
  expect(outcome).toMatchObject({ kind: 'finished', title: 'Add a Python quickstart and fix broken links' });
  expect(outcome.kind === 'finished' && outcome.summary).toMatch(/Pages added: 1; links corrected: 5\./);

  expect((await check()).findings.map(({ rule }) => rule)).toEqual(['missing-alt']);
  expect(JSON.stringify(JSON.parse(await page('docs.json')))).toContain(
    '"quickstarts/typescript","quickstarts/python","quickstarts/go"',
  );
  expect(await page('quickstarts/overview.mdx')).not.toContain('There is no Python quickstart');
  expect(await page('api-reference/errors.mdx')).toContain('(/sdks/error-handling)');
});

it('does not do its work twice', async () => {
  await play([prompt]);
  const before = await page('docs.json');
  const again = await play([prompt]);
  expect(again.outcome.kind === 'finished' && again.outcome.summary).toMatch(/Pages added: 0; links corrected: 0\./);
  expect(await page('docs.json')).toBe(before);
});

const typos = { role: 'user', text: 'Fix the typos on the front page' } as const;

it('corrects the typos of the front page when it is asked to', async () => {
  const { outcome } = await play([typos]);
  expect(outcome).toMatchObject({ kind: 'finished', title: 'Fix typos on the front page' });
  expect(outcome.kind === 'finished' && outcome.summary).toContain('`index.mdx`: 2.');
  const [before, after] = [await readFile(join(sampleSite, 'index.mdx'), 'utf8'), await page('index.mdx')];
  expect(after).toBe(before.replace('conection', 'connection').replace('happend', 'happened'));
});

it('corrects them in a follow-up too, under the title of the whole change', async () => {
  const { messages } = await play([prompt]);
  const { outcome, messages: all } = await play([...messages, typos]);
  expect(outcome).toMatchObject({ title: 'Add a Python quickstart and fix broken links, and typos' });
  expect(await page('index.mdx')).toContain('no connection to keep open');
  const ids = all.flatMap((entry) => (entry.role === 'tool' ? entry.results.map(({ callId }) => callId) : []));
  expect(new Set(ids).size).toBe(ids.length);
});

it.each([
  ['as a first message', [], 'Nothing was changed'],
  ['after the quickstart', [prompt], 'Add a Python quickstart and fix broken links'],
  ['after the typos', [typos], 'Fix typos on the front page'],
])('says what it is and what it can do when it is asked for anything else, %s', async (_, earlier, title) => {
  const { messages } = earlier.length === 0 ? { messages: [] } : await play(earlier);
  const before = await page('quickstarts/overview.mdx');
  const { outcome } = await play([...messages, { role: 'user', text: 'Make it shorter' }]);
  expect(outcome).toMatchObject({ kind: 'finished', title });
  expect(outcome.kind === 'finished' && outcome.summary).toMatch(
    /I am the scripted model of the demo.*“Fix the typos on the front page”.*ANTHROPIC_API_KEY/,
  );
  expect(await page('quickstarts/overview.mdx')).toBe(before);
});
