import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LanguageModel } from '../model/language-model.ts';
import { createScriptedModel } from '../model/scripted/scripted-model.ts';
import { transcriptSchema } from '../model/scripted/transcript.ts';
import { evaluate, findCases, resultRow, resultsPage } from './evaluation.ts';
import { scoreOf } from './score.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-evaluation-'));
  git('init', '--quiet');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function git(...args: string[]): string {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

function commit(message: string, files: Record<string, string>, ...options: string[]): string {
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  git('add', '--all');
  git('commit', '--quiet', '-m', message, ...options);
  return git('rev-parse', 'HEAD');
}

const every = { docsFolder: '', limit: 10, commits: [], isSeed: false };
const site = {
  'docs.json': '{"name":"Docs","navigation":{"pages":["guide"]}}\n',
  'guide.mdx': 'This is teh guide.\nTeh end.\n',
};

function scripted(calls: readonly { tool: string; input: object }[][]) {
  const turns = calls.map((each) => ({ calls: each }));
  const transcript = transcriptSchema.parse({ description: 'test', turns });
  return createScriptedModel({ name: 'scripted/test', transcript, wait: () => Promise.resolve(), random: () => 0 });
}

function play(cases: Awaited<ReturnType<typeof findCases>>, models: ReturnType<typeof scripted>[]) {
  const limits = { minutes: 1, modelCalls: 10, tokens: 1e6, dollars: undefined };
  const signal = new AbortController().signal;
  return evaluate({ ...cases, models, instructions: [], docsFolder: '', limits, signal, onResult: () => undefined });
}

it('finds the changes of documentation that people merged, with what they said of them', async () => {
  commit('The first commit has nothing before it', site);
  const fixed = commit('Fix the typos in the guide (#12)\n\nTwo words.\n\nSigned-off-by: Ada', {
    'guide.mdx': 'The guide.\n',
  });
  commit('Change the code of the site', { 'site.py': 'x = 1\n' });
  commit('Both the code and its documentation', { 'site.py': 'x = 2\n', 'guide.mdx': 'The new guide.\n' });
  commit('Raise the versions', { 'guide.mdx': 'By a machine.\n' }, '--author=dependabot[bot] <bot@example.com>');
  git('checkout', '--quiet', '-b', 'topic');
  commit('wip', { 'guide.mdx': 'The very new guide.\n' });
  git('checkout', '--quiet', '-');
  git(
    'merge',
    '--quiet',
    '--no-ff',
    'topic',
    '-m',
    'Merge pull request #13 from ada/topic\n\nSay what is new\n\nIn one page.',
  );
  const { cases } = await findCases(folder, every);
  expect(cases.map(({ prompt }) => prompt)).toEqual([
    'Say what is new\n\nIn one page.',
    'Fix the typos in the guide\n\nTwo words.',
  ]);
  expect(cases[1]).toMatchObject({ id: fixed.slice(0, 10), after: fixed, before: git('rev-parse', `${fixed}^`) });
  expect((await findCases(folder, { ...every, limit: 1 })).cases).toHaveLength(1);
  await expect(findCases(folder, { ...every, docsFolder: 'docs' })).rejects.toThrow('No merged change');
  await expect(findCases(folder, { ...every, isSeed: true })).rejects.toThrow('No merged change');
  const named = await findCases(folder, { ...every, commits: [git('rev-parse', 'HEAD~2')] });
  expect(named.cases.map(({ title }) => title)).toEqual(['Both the code and its documentation']);
});

it('passes over what programs write, and leaves out what GitHub and templates say', async () => {
  commit('Begin the documentation', site);
  const change = (path: string, message: string, ...options: string[]) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    return commit(message, { [path]: `${message}\n`, 'guide.mdx': `${message}\n` }, ...options);
  };
  change('.changeset/new.md', 'Describe the release of tomorrow');
  change('packages/site/CHANGELOG.md', 'Publish the release of today');
  change('package.json', 'Raise a version of a package');
  change('package-lock.json', 'Raise all versions of packages');
  change('.github/workflows/docs.yml', 'Publish the site at night');
  for (const name of ['Houston (Bot)', 'docs-bot', 'github-actions', 'Renovate Bot'])
    change('other.md', `Update what ${name} found`, `--author=${name} <bot@example.com>`);
  change('.vitepress/sidebar.json', 'Sort the sidebar by use');
  const squashed = '* one\n\n* two\n\n---------\n\nCo-authored-by: Bo <bo@example.com>';
  change(
    'bothered.md',
    `Explain retries (#7)\n\n<!-- Say why -->Because.\n\n${squashed}`,
    '--author=Abbot <a@example.com>',
  );
  const { cases } = await findCases(folder, every);
  expect(cases.map(({ prompt }) => prompt)).toEqual([
    'Explain retries\n\nBecause.\n\n* one\n\n* two',
    'Sort the sidebar by use',
  ]);
});

it('takes no change of very many files for a case, and of a very long message its beginning', async () => {
  commit('Begin the documentation', site);
  const pages = (count: number, text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`page-${index}.md`, text]));
  commit('Change sixty-one pages at once', pages(61, 'One.\n'));
  commit(`Change sixty pages at once\n\n${'long '.repeat(6_000)}`, pages(60, 'Two.\n'));
  const { cases } = await findCases(folder, every);
  expect(cases.map(({ title }) => title)).toEqual(['Change sixty pages at once']);
  expect(cases[0]?.prompt).toHaveLength(20_000);
});

it('plays with each file of instructions, counts what was paid for, and charges no problem that stood before', async () => {
  commit('Begin the documentation', { ...site, 'old.mdx': '# Old\n\n[gone](/nowhere)\n' });
  const last = commit('Fix the whole guide', { 'guide.mdx': 'This is the guide.\n' });
  const cases = await findCases(folder, every);
  const edit = { tool: 'edit', input: { path: 'guide.mdx', old_text: 'Teh end', new_text: 'The end' } };
  const model = scripted([
    [{ tool: 'read', input: { path: 'guide.mdx' } }, edit],
    [{ tool: 'finish', input: { title: 'Fix a typo', summary: 'Done.' } }],
  ]);
  const told: string[] = [];
  const counted: LanguageModel = {
    ...model,
    generate: async (request) => {
      told.push(['New rules.', 'Other rules.'].find((rules) => request.system.includes(rules)) ?? 'none');
      const usage = { inputTokens: 1_000, cachedInputTokens: 400, outputTokens: 20 };
      return { ...(await model.generate(request)), usage };
    },
  };
  const results = await evaluate({
    ...{ ...cases, models: [counted], docsFolder: '', signal: new AbortController().signal, onResult: () => undefined },
    instructions: [
      { path: 'NEW.md', text: 'New rules.' },
      { path: 'OTHER.md', text: 'Other rules.' },
    ],
    limits: { minutes: 1, modelCalls: 10, tokens: 1e6, dollars: undefined },
  });
  const paid = { inputTokens: 2_000, cachedInputTokens: 800, outputTokens: 40, problems: 0, brokenLinks: 0 };
  expect(results).toMatchObject([
    { instructions: 'NEW.md', ...paid },
    { instructions: 'OTHER.md', ...paid },
  ]);
  expect(told).toEqual(['New rules.', 'New rules.', 'Other rules.', 'Other rules.']);
  expect(results.map((result) => resultRow(result)[7])).toEqual(['2040', '2040']);

  // What was merged is compared with, so it must be there as well.
  const blob = git('rev-parse', `${last}:guide.mdx`);
  rmSync(join(folder, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
  await expect(play(cases, [counted])).rejects.toMatchObject({ facts: { code: 'history_incomplete' } });
  expect(told).toHaveLength(4);
});

it('says where there is nothing to evaluate, and what to name instead', async () => {
  await expect(findCases(folder, every)).rejects.toThrow(
    `Nothing is committed on the branch that is checked out in ${folder}`,
  );
  const inside = join(folder, 'website', 'docs');
  mkdirSync(inside, { recursive: true });
  await expect(findCases(inside, every)).rejects.toThrow(
    `Name the clone itself, with --docs website/docs for its folder: it is ${folder}.`,
  );
  await expect(findCases(tmpdir(), every)).rejects.toThrow(`There is no git repository in ${tmpdir()}`);
});

it('plays what a shallow clone has, and what stands in front of a hole in the history', async () => {
  const lost = commit('Begin the documentation', site);
  commit('Fix the whole guide', { 'guide.mdx': 'This is the guide.\n' });
  commit('Fix the guide again', { 'guide.mdx': 'This is the best guide.\n' });
  const finish = () =>
    scripted([[{ tool: 'finish', input: { title: 'None', summary: 'Nothing.', no_change: 'not_needed' } }]]);
  const shallow = join(folder, 'shallow');
  git('clone', '--quiet', '--depth', '2', `file://${folder}`, shallow);
  const found = await findCases(shallow, every);
  expect(found.cases.map(({ title }) => title)).toEqual(['Fix the guide again']);
  expect(await play(found, [finish()])).toMatchObject([{ ending: 'finished', score: { lines: { expected: 2 } } }]);
  await expect(findCases(shallow, { ...every, commits: [lost] })).rejects.toMatchObject({
    facts: { code: 'history_incomplete' },
  });
  const blob = git('rev-parse', `${lost}:guide.mdx`);
  rmSync(join(folder, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
  const newest = await findCases(folder, { ...every, limit: 1 });
  expect(await play(newest, [finish(), finish()])).toMatchObject([{ ending: 'finished' }, { ending: 'finished' }]);
  await expect(findCases(folder, every).then((all) => play(all, [finish()]))).rejects.toMatchObject({
    facts: { code: 'history_incomplete' },
  });
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('docwright-eval-'))).toEqual([]);
});

it('takes what a commit says as words, and a named commit as no option of git', async () => {
  commit('Begin the documentation', site);
  commit('Fix \u001b]0;owned\u0007 the \u001b[2Jguide\n\nBody \u0001 of it', { 'guide.mdx': 'Fixed.\n' });
  const { cases } = await findCases(folder, every);
  expect(cases.map(({ title }) => title)).toEqual(['Fix  ]0;owned  the  [2Jguide']);
  expect(cases[0]?.prompt.endsWith('Body \u0001 of it')).toBe(true);
  const written = join(folder, 'written');
  for (const name of [`--output=${written}`, '--all', 'nosuch'])
    await expect(findCases(folder, { ...every, commits: [name] })).rejects.toThrow(`There is no commit '${name}' in`);
  expect(readdirSync(folder)).not.toContain('written');
  const shallow = join(folder, 'shallow');
  git('clone', '--quiet', '--depth', '1', `file://${folder}`, shallow);
  await expect(findCases(shallow, every)).rejects.toThrow('shallow clone');
  git('config', 'uploadpack.allowFilter', 'true');
  for (const filter of ['tree:0', 'blob:none']) {
    const partial = join(folder, filter.replace(':', '-'));
    git('clone', '--quiet', '--bare', `--filter=${filter}`, `file://${folder}`, partial);
    const incomplete = { facts: { code: 'history_incomplete' } };
    await expect(findCases(partial, every).then((found) => play(found, [scripted([[]])]))).rejects.toMatchObject(
      incomplete,
    );
  }
});

it('plays a case in a copy, and compares what came of it with what people merged', async () => {
  commit('Begin the documentation', site);
  commit('Fix <script>alert(1)</script> in \u202ethe guide', { 'guide.mdx': 'This is the guide.\nThe end.\n' });
  const cases = await findCases(folder, every);
  const before = git('for-each-ref') + git('rev-parse', 'HEAD') + git('status', '--porcelain');
  const edit = { tool: 'edit', input: { path: 'guide.mdx', old_text: 'Teh end', new_text: 'The end' } };
  const wrong = {
    tool: 'write',
    input: { path: 'new.mdx', content: '</pre><img src=x onerror=alert(1)> [x](/nowhere)\n' },
  };
  const broken = { tool: 'write', input: { path: 'broken.mdx', content: '# Other\n\n[x](/nowhere)\n' } };
  const read = { tool: 'read', input: { path: 'guide.mdx' } };
  const finish = { tool: 'finish', input: { title: 'Fix a typo', summary: 'Done.' } };
  const results = await play(cases, [
    scripted([[read, edit, wrong, broken], [finish]]),
    scripted([[{ tool: 'ask', input: { question: 'Which <b>guide</b>?' } }]]),
    scripted([[read]]),
  ]);
  expect(results).toMatchObject([
    {
      ending: 'finished',
      score: { files: { expected: 1, common: 1, other: 2 }, lines: { expected: 4, common: 2, other: 3 } },
      turns: 2,
      dollars: null,
    },
    { ending: 'asked', said: 'Which <b>guide</b>?', score: { files: { common: 0, other: 0 } }, actual: '' },
    { ending: 'failed', said: expect.stringContaining('transcript') as string, turns: 1 },
  ]);
  // Errors alone: that no navigation has the pages is a warning.
  expect(results[0]).toMatchObject({ problems: 4, brokenLinks: 2 });
  expect(git('for-each-ref') + git('rev-parse', 'HEAD') + git('status', '--porcelain')).toBe(before);
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('docwright-eval-'))).toEqual([]);

  const page = resultsPage(results);
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'`);
  expect(page).not.toMatch(/<script|<img|<b>|\u202e/);
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; in ⟦U+202E⟧the guide');
  expect(page).toContain('<span class="added">+&lt;/pre&gt;&lt;img');
  expect(page).toContain('<span>+++ b/guide.mdx</span>');
  expect(page).toContain('<summary>Prompt</summary><pre>Fix &lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).toContain('<p>asked: Which &lt;b&gt;guide&lt;/b&gt;?</p>');
  expect(resultsPage([{ ...results[0]!, instructions: 'NEW.md' }])).toContain(' · scripted/test + NEW.md</small>');
  expect(resultRow(results[0]!).slice(2, 5)).toEqual(['failed', '1/1 +2', '2/4 +3']);
});

it('keeps what was played until it is stopped', async () => {
  commit('Begin the documentation', site);
  commit('Fix the whole guide', { 'guide.mdx': 'This is the guide.\nThe end.\n' });
  const cases = await findCases(folder, every);
  const stop = new AbortController();
  const finish = () =>
    scripted([[{ tool: 'finish', input: { title: 'None', summary: 'Nothing.', no_change: 'not_needed' } }]]);
  const limits = { minutes: 1, modelCalls: 10, tokens: 1e6, dollars: undefined };
  const told: string[] = [];
  const results = await evaluate({
    ...{ ...cases, models: [finish(), finish()], instructions: [], docsFolder: '', limits, signal: stop.signal },
    onResult: ({ ending }) => {
      told.push(ending);
      stop.abort();
    },
  });
  expect(results.map(({ ending }) => ending)).toEqual(told);
  expect(told).toHaveLength(1);
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('docwright-eval-'))).toEqual([]);
});

it('ends a case at its budget in money, and at its time', async () => {
  commit('Begin the documentation', site);
  commit('Fix the whole guide', { 'guide.mdx': 'This is the guide.\nThe end.\n' });
  const cases = await findCases(folder, every);
  const turn = { calls: [{ tool: 'list', input: { path: '.' } }] };
  const transcript = transcriptSchema.parse({ description: 'test', turns: [turn, turn, turn] });
  const patient = createScriptedModel({
    name: 'scripted/test',
    transcript,
    wait: () => Promise.resolve(),
    random: () => 0,
  });
  const dear: LanguageModel = {
    ...patient,
    generate: async (request) => {
      const answered = await patient.generate(request);
      return { ...answered, usage: { ...answered.usage, cost: 600_000 } };
    },
  };
  const silent: LanguageModel = {
    ...patient,
    async generate({ signal }) {
      if (!signal.aborted) await once(signal, 'abort');
      throw signal.reason as Error;
    },
  };
  const playWith = (model: LanguageModel, limits: { minutes: number; dollars: number | undefined }) =>
    evaluate({
      ...{ ...cases, models: [model], instructions: [], docsFolder: '', signal: new AbortController().signal },
      limits: { modelCalls: 10, tokens: 1e6, ...limits },
      onResult: () => undefined,
    });
  expect(await playWith(dear, { minutes: 1, dollars: 1 })).toMatchObject([
    { ending: 'budget', turns: 2, dollars: 1.2 },
  ]);
  const late = { ending: 'budget', said: 'It took longer than 0.001 minutes.', turns: 0 };
  expect(await playWith(silent, { minutes: 0.001, dollars: undefined })).toMatchObject([late]);
});

it('compares lines within their files, each as often as it stands there', () => {
  const of = (path: string, ...lines: string[]) =>
    [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, '@@ -1 +1 @@', ...lines].join('\n');
  const merged = [of('a b/c.md', '-x', '+y', '+y', '+', ' same'), of('b.md', '+z')].join('\n');
  expect(scoreOf(merged, merged)).toEqual({
    files: { expected: 2, common: 2, other: 0 },
    lines: { expected: 4, common: 4, other: 0 },
  });
  expect(scoreOf(merged, of('a b/c.md', '+y', '+y', '+y', '+z'))).toEqual({
    files: { expected: 2, common: 1, other: 0 },
    lines: { expected: 4, common: 2, other: 2 },
  });
  expect(scoreOf(merged, merged.replaceAll('+y', '+y \t'))).toEqual(scoreOf(merged, merged));
  const moved =
    'diff --git a/a.md b/b.md\nrename from a.md\nrename to b.md\n--- a/a.md\n+++ b/b.md\n@@ -1 +1 @@\n-x\n+y';
  expect(scoreOf(moved, of('b.md', '+y')).files).toEqual({ expected: 1, common: 1, other: 0 });
  expect(scoreOf(moved, of('a.md', '-x', '+y')).files).toEqual({ expected: 1, common: 0, other: 1 });
  expect(scoreOf(merged, '')).toMatchObject({ files: { common: 0, other: 0 }, lines: { common: 0, other: 0 } });
});
