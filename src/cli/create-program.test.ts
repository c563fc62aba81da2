import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/git-fixture.ts';
import { createProgram } from './create-program.ts';

function leaves(command: Command, words: readonly string[]): { path: string; command: Command }[] {
  const path = [...words, command.name()];
  return command.commands.length === 0
    ? [{ path: path.join(' '), command }]
    : command.commands.flatMap((part) => leaves(part, path));
}

it.each(leaves(await createProgram(), []))('$path has examples and --json', ({ path, command }) => {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  expect(help).toMatch(/^ +--json +\S/m);
  const examples = help.slice(help.search(/^Examples?:$/m));
  expect(examples).toMatch(new RegExp(`^  \\$ .*\\b${path}\\b`, 'm'));
});

const aboutNoProject =
  /^docwright (?:serve|project (?:create|list)|github \w+|key (?:revoke|rotate-master)|classify|invite|member reset|backup|restore|lost|upgrade|migrate|config|clock accept|doctor|verify|check|eval|openapi|mcp|demo)$/;

it.each(leaves(await createProgram(), []).filter(({ path }) => !aboutNoProject.test(path)))(
  '$path takes --project',
  ({ command }) => {
    expect(command.options.map(({ long }) => long)).toContain('--project');
  },
);

it.each((await createProgram()).commands.map((command) => command.name()))(
  'finds %s where it is all that is loaded',
  async (name) => {
    const { commands } = await createProgram(name);
    expect(commands.map((command) => command.name())).toContain(name);
  },
);

const root = join(import.meta.dirname, '../..');

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => {
  folder.remove();
});

/** What a command loads, from the root of the repository; packages as `node_modules/<name>/...`. It may fail. */
async function loadedBy(line: string): Promise<string[]> {
  // A file, since a process that ends does not wait until all is read from a pipe.
  const list = join(folder.path, 'loaded');
  const told = `import { registerHooks } from 'node:module';
    import { writeFileSync } from 'node:fs';
    const loaded = new Set();
    registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) });
    process.on('exit', () => writeFileSync(${JSON.stringify(list)}, [...loaded].join('\\n')));`;
  const hook = `data:text/javascript,${encodeURIComponent(told)}`;
  const child = spawn(process.execPath, ['--import', hook, join(root, 'src/cli/docwright.ts'), ...line.split(' ')], {
    env: { ...process.env, DOCWRIGHT_DATA_DIR: join(folder.path, 'data'), DOCWRIGHT_API_KEY: 'dw_admin_x' },
    stdio: 'ignore',
  });
  await once(child, 'exit');
  const urls = readFileSync(list, 'utf8')
    .split('\n')
    .filter((url) => url.startsWith('file:'));
  return urls.map((url) => relative(root, fileURLToPath(url)).replace(/^.*(?=node_modules\/)/, ''));
}

const store = ['node_modules/better-sqlite3', 'node_modules/kysely', 'src/db/open-database.ts'];
const schemas = ['node_modules/zod', 'src/config', 'src/contract'];
const visits = ['src/analytics/analytics.ts', 'src/analytics/visits/embedded/embedded-visit-store.ts'];
/** Loaded by every server, as `openapi` shows, which opens one. */
const server = [
  ...['node_modules/undici', 'src/accounts', 'src/agent', 'src/dashboard-api', 'src/http/create-http-app.ts'],
  ...['src/main.ts', 'src/model', 'src/weekly-mail', 'src/workspace'],
];
const chosen = ['node_modules/@clickhouse/client', 'node_modules/pg'];
const checker = ['check/src'];

const isBelow = (place: string) => (path: string) => path === place || path.startsWith(`${place}/`);
const foundOf = (places: readonly string[], loaded: readonly string[]) =>
  places.filter((place) => loaded.some(isBelow(place)));

it('names what is there, so that not to load it means something', async () => {
  const named = [...store, ...schemas, ...visits, ...server, ...checker];
  expect(foundOf(named, await loadedBy('openapi'))).toEqual(named);
  expect(chosen.filter((place) => !existsSync(join(root, place)))).toEqual([]);
});

it.each([
  ['--version', [...store, ...schemas, ...visits, ...server, ...chosen, ...checker]],
  ['--help', [...store, ...visits, ...server, ...chosen]],
  ['check src/guide', [...store, ...schemas, ...visits, ...server, ...chosen]],
  ['job list --url http://127.0.0.1:9', [...store, ...schemas, ...visits, ...server, ...chosen, ...checker]],
  ['mail list --url http://127.0.0.1:9', [...store, ...schemas, ...visits, ...server, ...chosen, ...checker]],
  ['visitors --url http://127.0.0.1:9', [...store, ...schemas, ...visits, ...server, ...chosen, ...checker]],
])('%s loads nothing that it does not need', async (line, unneeded) => {
  const loaded = await loadedBy(line);
  expect(loaded).toContain('src/cli/create-program.ts');
  expect(foundOf(unneeded, loaded)).toEqual([]);
});

it('on the data directory a command loads the store, and no server', async () => {
  const docs = join(folder.path, 'docs');
  writeFiles(docs, { 'a.md': '# A\n' });
  const onlyProjects = [...visits, ...server, ...chosen, ...checker];
  const lines: [line: string, unneeded: string[]][] = [
    [`init --project Docs --repository ${docs}`, onlyProjects],
    ['project list', onlyProjects],
    ['key create --project Docs --name ci', onlyProjects],
    ['analytics verify Docs', [...server, ...chosen, ...checker]],
  ];
  for (const [line, unneeded] of lines) {
    const loaded = await loadedBy(line);
    expect([line, foundOf(store, loaded), foundOf(unneeded, loaded)]).toEqual([line, store, []]);
  }
});
