import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCheck } from '../../../../check/src/create-check.ts';
import { createFolderTree } from '../../../../check/src/check.ts';
import { createModels } from '../../../model/create-models.ts';
import type { PersonMessage, TranscriptEntry } from '../../jobs/transcript.ts';
import { createTestTask } from '../agent-task.fixture.ts';
import { createBuiltInAgent } from './built-in-agent.ts';

const sampleSite = join(import.meta.dirname, '../../../demo/sample-site');
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'docwright-demo-'));
  await cp(sampleSite, root, { recursive: true });
});

afterEach(() => rm(root, { recursive: true }));

const docsCheck = createCheck();
const check = () => docsCheck.check({ tree: createFolderTree(root), base: createFolderTree(sampleSite) });
const page = (path: string) => readFile(join(root, path), 'utf8');

async function play(said: PersonMessage, before: readonly TranscriptEntry[] = [], isUntouched = false) {
  const model = createModels({ config: {}, wait: () => Promise.resolve() }).resolve('scripted/demo');
  const checks = { file: (path: string, content: string) => docsCheck.checkFile(path, content), docs: check };
  const { task, stored } = createTestTask({ root, checks, stored: before, inbox: [said] });
  const change = { ...task.change, isUntouched: () => Promise.resolve(isUntouched) };
  return { ending: await createBuiltInAgent({ model }).work({ ...task, change }), stored };
}

const prompt = { role: 'user', text: 'Add a quickstart for the Python SDK and fix the broken links' } as const;

it('the demo finds broken links on the sample site, and leaves none', async () => {
  const { findings, pages } = await check();
  expect(pages).toBeGreaterThanOrEqual(32);
  expect(findings.filter(({ severity }) => severity === 'error')).toHaveLength(5);

  const { ending, stored } = await play(prompt);
  const results = stored.flatMap((entry) => (entry.role === 'tool' ? entry.results : []));
  expect(results.filter(({ failed }) => failed)).toEqual([]);
  expect(ending).toMatchObject({ kind: 'finished', title: 'Add a Python quickstart and fix broken links' });
  expect(ending.kind === 'finished' && ending.summary).toMatch(/Pages added: 1; links corrected: 5\./);

  expect((await check()).findings.map(({ rule }) => rule)).toEqual(['missing-alt']);
  expect(JSON.stringify(JSON.parse(await page('docs.json')))).toContain(
    '"quickstarts/typescript","quickstarts/python","quickstarts/go"',
  );
  expect(await page('quickstarts/overview.mdx')).not.toContain('There is no Python quickstart');
  expect(await page('api-reference/errors.mdx')).toContain('(/sdks/error-handling)');
});

it('does not do its work twice', async () => {
  await play(prompt);
  const before = await page('docs.json');
  const again = await play(prompt);
  expect(again.ending.kind === 'finished' && again.ending.summary).toMatch(/Pages added: 0; links corrected: 0\./);
  expect(await page('docs.json')).toBe(before);
});

const typos = { role: 'user', text: 'Fix the typos on the front page' } as const;

it('corrects the typos of the front page when it is asked to', async () => {
  const { ending } = await play(typos);
  expect(ending).toMatchObject({ kind: 'finished', title: 'Fix typos on the front page' });
  expect(ending.kind === 'finished' && ending.summary).toContain('`index.mdx`: 2.');
  const [before, after] = [await readFile(join(sampleSite, 'index.mdx'), 'utf8'), await page('index.mdx')];
  expect(after).toBe(before.replace('conection', 'connection').replace('happend', 'happened'));
});

it('corrects them in a follow-up too, under the title of the whole change', async () => {
  const first = await play(prompt);
  const { ending, stored } = await play(typos, first.stored);
  expect(ending).toMatchObject({ title: 'Add a Python quickstart and fix broken links, and typos' });
  expect(await page('index.mdx')).toContain('no connection to keep open');
  const ids = stored.flatMap((entry) => (entry.role === 'tool' ? entry.results.map(({ callId }) => callId) : []));
  expect(new Set(ids).size).toBe(ids.length);
});

it.each([
  ['as a first message', undefined, 'Nothing was changed'],
  ['after the quickstart', prompt, 'Add a Python quickstart and fix broken links'],
  ['after the typos', typos, 'Fix typos on the front page'],
])('says what it is and what it can do when it is asked for anything else, %s', async (_, earlier, title) => {
  const { stored } = earlier === undefined ? { stored: [] } : await play(earlier);
  const before = await page('quickstarts/overview.mdx');
  const { ending } = await play({ role: 'user', text: 'Make it shorter' }, stored, true);
  expect(ending).toMatchObject({ kind: 'finished', title });
  expect(ending.kind === 'finished' && ending.summary).toMatch(
    /I am the demo’s scripted stand-in.*“Fix the typos on the front page”.*ANTHROPIC_API_KEY/,
  );
  expect(await page('quickstarts/overview.mdx')).toBe(before);
});
