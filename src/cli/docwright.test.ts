import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand, type Circumstances, type Outcome } from '../../test/command-line.ts';
import type { ApiKey } from '../contract/api-key.ts';
import type { Problem } from '../contract/problem.ts';
import type { Project } from '../contract/project.ts';

const program = join(import.meta.dirname, '../../docwright');
let folder: string;
let environment: Record<string, string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-cli-'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs', 'index.md'), '# Welcome\n');
  environment = { PATH: process.env['PATH'] ?? '', HOME: folder, DOCWRIGHT_DATA_DIR: join(folder, 'data') };
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function docwright(
  parts: readonly string[],
  { env = {}, input }: Pick<Circumstances, 'env' | 'input'> = {},
): Promise<Outcome> {
  return runCommand(parts, { env: { ...environment, ...env }, ...(input !== undefined && { input }) });
}

async function json<Result>(...parts: string[]): Promise<Result> {
  const { code, out, error } = await docwright([...parts, '--json']);
  expect(error).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out) as Result;
}

it('sets up a data directory, a first project and its key, and can be run again', async () => {
  const first = await json<{ dataDir: string; project: Project; key: string }>(
    ...['init', '--project', 'Docs', '--repository', join(folder, 'docs')],
  );
  expect(first).toMatchObject({ dataDir: join(folder, 'data'), project: { name: 'Docs', codeHost: 'local' } });
  expect(first.key).toMatch(/^dw_admin_/);
  expect(statSync(join(folder, 'data', 'master.key')).mode & 0o777).toBe(0o600);
  expect(first.project.repositoryUrl).toBe('local:docs');
  expect(statSync(join(folder, 'data', 'repositories', 'docs.git')).isDirectory()).toBe(true);
  expect(await json('init')).toMatchObject({ project: null, key: null });
});

it('creates, shows, changes and removes a project; its token never comes by argument and is never shown', async () => {
  const create = await docwright(
    [
      ...['project', 'create', '--name', 'API', '--repository', 'https://github.com/acme/app', '--docs-folder', 'docs'],
      ...['--model', 'anthropic/claude-sonnet-5', '--token-stdin', '--no-check', '--json'],
    ],
    { input: 'ghp_abcdefghijklmnopqrstuvwxyz0123456789\n' },
  );
  expect(create).toMatchObject({ code: 0, error: '' });
  const created = JSON.parse(create.out) as Project;
  expect(created).toMatchObject({ codeHost: 'github', docsFolder: 'docs', baseBranch: null });
  expect((await docwright(['project', 'create', '--help'])).out).not.toMatch(/--token <|--token=/);

  const changes = ['--branch', 'next', '--setting', 'budgets.modelCalls=7', '--setting', 'analytics.saltLife=day'];
  await json('project', 'set', 'API', ...changes);
  const { out: said } = await docwright(['project', 'set', 'API', '--setting', 'jobsPerHour=3']);
  expect(said).toContain('"jobsPerHour": 3');
  expect(said).not.toContain('modelCalls');
  expect(await json('webhook', 'remove', 'API')).toEqual({ removed: false });
  await json('webhook', 'create', 'API');
  expect(await json('webhook', 'remove', 'API')).toEqual({ removed: true });
  const shown = await docwright(['project', 'show', created.id, '--json']);
  expect(JSON.parse(shown.out)).toMatchObject({
    baseBranch: 'next',
    secrets: ['code-host-token'],
    settings: { budgets: { modelCalls: 7 }, analytics: { saltLife: 'day' } },
  });
  expect(shown.out).not.toContain('ghp_');
  expect((await json<Project[]>('project', 'list')).map(({ name }) => name)).toEqual(['Docs', 'API']);
  expect(await json('project', 'remove', 'API', '--yes')).toEqual({ removed: created.id });
});

it('says which URL it made of an SSH address', async () => {
  const repository = ['--repository', 'git@git.example.com:acme/docs.git', '--code-host', 'gitea', '--no-check'];
  const created = await docwright(['project', 'create', '--name', 'SSH', ...repository]);
  expect(created).toMatchObject({ code: 0, error: '' });
  expect(created.out).toContain('HTTPS with a token: https://git.example.com/acme/docs\n');
  await json('project', 'remove', 'SSH', '--yes');
});

it('takes a hidden folder of the home that the person named', async () => {
  const hidden = join(folder, '.local', 'src', 'notes');
  mkdirSync(hidden, { recursive: true });
  writeFileSync(join(hidden, 'index.md'), '# Notes\n');
  const created = await json<Project>('project', 'create', '--name', 'Notes', '--repository', hidden);
  expect(created.repositoryUrl).toBe('local:notes');
  await json('project', 'remove', 'Notes', '--yes');
  const home = await docwright(['project', 'create', '--name', 'Home', '--repository', folder]);
  expect(home.error).toMatch(/data directory[^]*Give a folder that contains only the docs/);
});

it('tries a new repository at once, and leaves nothing behind when that fails', async () => {
  const kept = () => readdirSync(join(folder, 'data', 'repositories'));
  const before = kept();
  const create = (...parts: string[]) => docwright(['project', 'create', '--name', 'Second', ...parts]);
  const noBranch = await create('--repository', join(folder, 'docs'), '--branch', 'nowhere');
  expect(noBranch).toMatchObject({ code: 1, out: '' });
  expect(noBranch.error).toMatch(/has no branch "nowhere"/);
  const noToken = await create('--repository', 'https://github.com/acme/docs');
  expect(noToken).toMatchObject({ code: 1, out: '' });
  expect(noToken.error).toMatch(/need a token[^]*--token-env/);
  expect((await create('--repository', join(folder, 'docs'), '--code-host', 'svn')).code).toBe(2);
  expect(kept()).toEqual(before);
  expect((await json<Project[]>('project', 'list')).map(({ name }) => name)).toEqual(['Docs']);
});

it('creates, lists and revokes keys', async () => {
  const { key, apiKey } = await json<{ key: string; apiKey: ApiKey }>(
    ...['key', 'create', '--project', 'Docs', '--name', 'ci', '--scope', 'agent:read', '--expires', '30d'],
    ...['--allow', '10.0.0.0/8'],
  );
  expect(key.startsWith(`${apiKey.prefix}_`)).toBe(true);
  expect(apiKey).toMatchObject({ scopes: ['agent:read'], allowlist: ['10.0.0.0/8'] });
  const ingest = await docwright([
    'key',
    'create',
    '--project',
    'Docs',
    '--name',
    'edge',
    '--ingest',
    '--expires',
    'none',
  ]);
  expect(ingest.out).toMatch(/^dw_ingest_\S+\n$/);
  const listed = await docwright(['key', 'list', '--project', 'Docs']);
  expect(listed.out).toMatch(/edge +ingest +ingest +never +never/);
  expect(listed.out).not.toContain(key);
  expect(await json('key', 'revoke', apiKey.id)).toEqual({ revoked: apiKey.id });
});

it.each([
  [2, 'command_input_invalid', ['key', 'create', '--project', 'Docs', '--name', 'x', '--expires', 'soon']],
  [2, 'command_input_invalid', ['key', 'create', '--project', 'Docs', '--name', 'x', '--scope', 'root']],
  [2, 'command_input_invalid', ['project', 'set', 'Docs', '--setting', 'jobsPerHour']],
  [2, 'command_input_invalid', ['project', 'set', 'Docs', '--token-env', 'NOT_SET']],
  [2, 'invalid_request', ['project', 'set', 'Docs', '--setting', 'jobsPerHour=0']],
  [2, 'code_host_unclear', ['project', 'create', '--name', 'X', '--repository', 'https://git.acme.com/docs']],
  [1, 'project_name_taken', ['project', 'create', '--name', 'Docs', '--repository', 'docs']],
  [1, 'project_not_found', ['key', 'list', '--project', 'nothing']],
  [1, 'api_key_not_found', ['key', 'revoke', 'key_nothing']],
  [2, 'usage', ['project', 'create']],
])('fails with %i and %s, for a program and for a person', async (code, problem, parts) => {
  const [forProgram, forPerson] = await Promise.all([docwright([...parts, '--json']), docwright(parts)]);
  expect(forProgram).toMatchObject({ code, out: '' });
  const text = problem === 'usage' ? forProgram.error.slice(forProgram.error.indexOf('{')) : forProgram.error;
  expect((JSON.parse(text) as Problem).type).toBe(`/problems/${problem}`);
  expect(forPerson).toMatchObject({ code, out: '' });
  expect(forPerson.error.split('\n').length).toBeGreaterThan(1);
  expect(forPerson.error).not.toMatch(/\n +at |^\{/);
});

it('prints the configuration without secrets, and tells what is wrong with it', async () => {
  const { out } = await docwright(['config'], { env: { OPENAI_API_KEY: 'sk-very-secret', DOCWRIGHT_PROT: '1' } });
  expect(out).toMatch(/OPENAI_API_KEY +\[redacted\]/);
  const wrong = await docwright(['config'], { env: { DOCWRIGHT_PORT: 'x', DOCWRIGHT_WORKERS: 'y' } });
  expect(wrong).toMatchObject({ code: 2, out: '' });
  expect(wrong.error).toMatch(/DOCWRIGHT_PORT: "x" is invalid.*\nDOCWRIGHT_WORKERS: "y" is invalid/);
});

it('serves until it is told to stop, and a key made beside it works at once', async () => {
  const server = spawn(program, ['serve', '--port', '0', '--workers', '0'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  const printed = text(server.stdout);
  try {
    let url = '';
    for await (const line of createInterface({ input: server.stderr })) {
      if (!line.startsWith('{')) continue; // a sentence for the person who starts it
      const record = JSON.parse(line) as { msg: string; url: string };
      if (record.msg === 'serving') {
        url = record.url;
        break;
      }
    }
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', storage: 'ok' },
      clock: 'trusted',
    });
    const { project } = { project: (await json<Project[]>('project', 'list'))[0]! };
    const { key } = await json<{ key: string }>('key', 'create', '--project', project.id, '--name', 'now');
    const jobs = await fetch(`${url}/v2/agent/${project.id}/jobs`, { headers: { authorization: `Bearer ${key}` } });
    expect(jobs.status).toBe(200);
    const env = { DOCWRIGHT_URL: url, DOCWRIGHT_API_KEY: key };
    const wrong = await docwright(['visitors', '--from', '2026-02-02', '--to', '2026-02-01'], { env });
    expect(wrong).toMatchObject({ code: 2, out: '' });
    expect(wrong.error).toMatch(/^--to must not be earlier than --from\.\n.*--help/);
  } finally {
    server.stderr.resume();
    server.kill('SIGTERM');
  }
  expect(await ended).toBe(0);
  expect(await printed).toMatch(
    /Docwright listens on (\S+); .*\nNobody can sign in yet. Become the owner: \1\/set-up#\S{20,}\n/,
  );
});

it('ends on a signal that comes while it starts', async () => {
  const server = spawn(program, ['serve', '--port', '0', '--workers', '0'], {
    env: { ...environment, DOCWRIGHT_DATA_DIR: join(folder, 'started') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) =>
    server.once('exit', (code, signal) => {
      resolve({ code, signal });
    }),
  );
  for await (const line of createInterface({ input: server.stderr })) if (line.includes('"listening"')) break;
  server.kill('SIGTERM');
  server.stderr.resume();
  expect(await ended).toEqual({ code: 0, signal: null });
});
