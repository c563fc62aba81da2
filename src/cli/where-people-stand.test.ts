import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCommand, startCommand, type Outcome } from '../../test/command-line.ts';
import type { Project } from '../contract/project.ts';

const program = join(import.meta.dirname, '../../docwright');
let folder: string;
/** With a data directory in it that has a project named Docs. */
let used: string;

beforeAll(async () => {
  used = newFolder();
  folder = used;
  const { code } = await docwright(['init', '--project', 'Docs', '--repository', 'docs']);
  expect(code).toBe(0);
});
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
afterAll(() => {
  rmSync(used, { recursive: true });
});

function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'docwright-cli-'));
  // Somebody else has to be able to look into it.
  chmodSync(made, 0o755);
  mkdirSync(join(made, 'docs'));
  writeFileSync(join(made, 'docs', 'index.md'), '# Welcome\n');
  return made;
}

/** As if somebody had worked here before. */
function putDataDirectory(): void {
  cpSync(join(used, '.docwright-data'), join(folder, '.docwright-data'), { recursive: true });
}

/** Root may do everything, so somebody else has to try. */
const nobody = process.getuid?.() === 0 ? 65_534 : undefined;

/** Why somebody else cannot try it on this machine. */
async function cannotTry(): Promise<string | undefined> {
  const { code } = await docwright(['--version'], { uid: nobody });
  return code === 0 ? undefined : 'another user cannot reach the program here';
}

const environment = (more: Record<string, string> = {}) => ({ PATH: process.env['PATH'] ?? '', HOME: folder, ...more });

/** Runs it in the folder as a person would: another user, and a server, in a process of their own. */
function docwright(
  parts: readonly string[],
  { env = {}, uid }: { env?: Record<string, string>; uid?: number | undefined } = {},
): Promise<Outcome> {
  const circumstances = { env: environment(env), cwd: folder };
  if (uid === undefined && parts[0] !== 'serve') return runCommand(parts, circumstances);
  return startCommand(parts, { ...circumstances, uid });
}

/** A sentence with what is wrong and another with the remedy, and nothing of the inside. */
const forPeople = /^(?!.*\bat \S+:\d+)[A-Z/"].*[.:].*\n[^{]+\.\n$/s;

it.each([
  ['project', 'list'],
  ['project', 'show', 'Docs'],
  ['project', 'create', '--name', 'Docs', '--repository', 'docs'],
  ['key', 'list', '--project', 'Docs'],
  ['invite', '--role', 'owner'],
  ['member', 'reset', 'ada@example.org'],
  ['import', 'Docs', 'docs/index.md'],
  ['reclassify', 'Docs'],
  ['analytics', 'verify', 'Docs'],
])('%s %s in a wrong folder says where it looked, and makes nothing', async (...parts) => {
  const { code, out, error } = await docwright(parts);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(error).toMatch(forPeople);
  expect(error).toContain(`${join(folder, '.docwright-data')} is not a Docwright data directory`);
  expect(readdirSync(folder)).toEqual(['docs']);
});

it('describes the API in any folder, and makes nothing there', async () => {
  const { code, out } = await docwright(['openapi']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ openapi: '3.1.0' });
  expect(readdirSync(folder)).toEqual(['docs']);
});

it('prints as the next command one that works as it is printed', async () => {
  const dataDirectory = "data of 'Ada'";
  const run = (command: string) =>
    execFileSync('/bin/sh', ['-c', command], { cwd: folder, env: environment(), encoding: 'utf8', stdio: 'pipe' });
  const nextOf = (out: string) => /^Next: (.*)$/m.exec(out)?.[1] ?? '';
  const inThere = { env: { DOCWRIGHT_DATA_DIR: dataDirectory } };
  const served = nextOf((await docwright(['init'], inThere)).out);
  // It would serve for ever; help shows that the program and the command are found.
  expect(run(`${served} --help`)).toContain('run the server');
  expect(served).toContain('DOCWRIGHT_DATA_DIR=');
  const created = await docwright(['project', 'create', '--name', "Ada's docs", '--repository', 'docs'], inThere);
  expect(run(nextOf(created.out))).toMatch(/^dw_admin_/);
  expect(readdirSync(folder).sort()).toEqual([dataDirectory, 'docs']);
});

it.each([
  ['file', ['init']],
  ['file/below', ['serve', '--port', '0']],
])('names a data directory that is none: %s', async (DOCWRIGHT_DATA_DIR, parts) => {
  writeFileSync(join(folder, 'file'), '');
  const { code, error } = await docwright(parts, { env: { DOCWRIGHT_DATA_DIR, DOCWRIGHT_LOG_LEVEL: 'error' } });
  expect(code).toBe(1);
  expect(error).toMatch(forPeople);
  expect(error).toMatch(/is a file or inside one/);
});

it('names a data directory that this user may not use', async (context) => {
  const reason = await cannotTry();
  if (reason !== undefined) context.skip(reason);
  putDataDirectory();
  if (nobody === undefined) chmodSync(join(folder, '.docwright-data'), 0o000);
  const refused = await docwright(['project', 'list'], { uid: nobody });
  chmodSync(join(folder, '.docwright-data'), 0o700);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.error).toMatch(forPeople);
  expect(refused.error).toMatch(/is not readable and writable for this user/);
});

it.for([
  ['docwright.sqlite', 0o400],
  ['docwright.sqlite', 0o000],
  // To make a project nothing is written there.
  ['visits.sqlite', 0o000],
] as const)('names %s that this user may not use, with rights %i', async ([name, mode], context) => {
  const reason = await cannotTry();
  if (reason !== undefined) context.skip(reason);
  putDataDirectory();
  const directory = join(folder, '.docwright-data');
  if (nobody !== undefined) {
    for (const each of ['', ...readdirSync(directory)]) chownSync(join(directory, each), nobody, nobody);
  }
  chmodSync(join(directory, name), mode);
  const refused = await docwright(['project', 'create', '--name', 'B', '--repository', 'docs'], { uid: nobody });
  expect(refused.code).toBe(1);
  expect(refused.error).toMatch(forPeople);
  expect(refused.error).toContain(`${join(directory, name)} cannot be used`);
});

it('names the file that is damaged or of a newer version', async () => {
  putDataDirectory();
  const [main, visits] = ['docwright.sqlite', 'visits.sqlite'].map((name) => join(folder, '.docwright-data', name));
  const listing = async () => {
    const { code, error } = await docwright(['project', 'list']);
    expect(code).toBe(1);
    expect(error).toMatch(forPeople);
    return error;
  };
  const database = new SqliteDatabase(main);
  database.exec("insert into kysely_migration (name, timestamp) values ('9999-future', 'x')");
  expect(await listing()).toMatch(/newer version.*9999-future/);
  database.exec("delete from kysely_migration where name = '9999-future'");
  database.close();
  expect((await docwright(['project', 'list'])).code).toBe(0);
  rmSync(visits!);
  writeFileSync(visits!, 'no database at all'.repeat(1000));
  expect(await listing()).toContain(`${visits} cannot be used`);
  rmSync(main!);
  writeFileSync(main!, 'no database at all'.repeat(1000));
  expect(await listing()).toContain(`${main} cannot be used`);
});

it('names the port that another program listens on', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const { code, error } = await docwright(['serve', '--port', String(port)], { env: { DOCWRIGHT_LOG_LEVEL: 'error' } });
  other.close();
  expect(code).toBe(1);
  expect(error).toMatch(forPeople);
  expect(error).toContain(`Port ${port} `);
  expect(existsSync(join(folder, '.docwright-data'))).toBe(false);
});

async function tryToListen(host: string, port: number, uid?: number): Promise<string> {
  const parts = ['serve', '--host', host, '--port', String(port)];
  const { code, error } = await docwright(parts, { env: { DOCWRIGHT_LOG_LEVEL: 'error' }, uid });
  expect(code).toBe(1);
  expect(error).toMatch(forPeople);
  return error;
}

it('names an address that is none of this machine', async () => {
  expect(await tryToListen('192.0.2.1', 0)).toMatch(/port 0 of 192.0.2.1: this machine has no such address/);
});

it('names a port that only root may use', async (context) => {
  if ((await firstPortForAll()) < 2) context.skip('every user may use every port here');
  const reason = await cannotTry();
  if (reason !== undefined) context.skip(reason);
  expect(await tryToListen('127.0.0.1', 1, nobody)).toMatch(/port 1 of 127.0.0.1: this user may not use that port/);
});

async function firstPortForAll(): Promise<number> {
  return Number(await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(() => '0'));
}

it('takes a folder that is not there for one of this machine', async () => {
  putDataDirectory();
  const { code, error } = await docwright(['project', 'create', '--name', 'Second', '--repository', './dcos']);
  expect(code).toBe(1);
  expect(error).toMatch(forPeople);
  expect(error).toContain(`"${join(folder, 'dcos')}" cannot be imported: it is not a folder`);
});

it('tells what to do with commands as they are typed here, and of options in place of fields', async () => {
  const missing = await docwright(['project', 'list']);
  expect(missing.error).toContain(`\`${program} init\``);
  putDataDirectory();
  const wrong = await docwright(['project', 'set', 'Docs', '--model', 'x']);
  expect(wrong).toMatchObject({ code: 2, out: '' });
  expect(wrong.error).toMatch(/^Use provider\/name.*\n.*--help /);
});

it.each([
  [2, /^DOCWRIGHT_URL: localhost:4800 has no scheme; use http:/, { DOCWRIGHT_URL: 'localhost:4800' }],
  [2, /^DOCWRIGHT_URL: 127.0.0.1:4800 has no scheme/, { DOCWRIGHT_URL: '127.0.0.1:4800' }],
  [2, /^DOCWRIGHT_URL: ftp:\/\/x is not an http or https URL/, { DOCWRIGHT_URL: 'ftp://x' }],
  [2, /DOCWRIGHT_API_KEY is not set/, { DOCWRIGHT_API_KEY: '' }],
  [2, /^DOCWRIGHT_API_KEY: is not a valid key: (?![^]*secret)/, { DOCWRIGHT_API_KEY: 'dw_admin_secret\n' }],
  [
    1,
    /^The Docwright server at http:\/\/127.0.0.1:9 cannot be reached\. .*\nSet --url or DOCWRIGHT_URL/,
    { DOCWRIGHT_URL: 'http://127.0.0.1:9' },
  ],
])('exits with %i and says %s', async (code, sentence, env) => {
  const outcome = await docwright(['job', 'list'], { env: { DOCWRIGHT_API_KEY: 'dw_admin_x', ...env } });
  expect(outcome).toMatchObject({ code, out: '' });
  expect(outcome.error).toMatch(sentence);
});

it('reads no key that another user owns', async () => {
  putDataDirectory();
  const file = join(folder, '.docwright-data', 'master.key');
  chmodSync(file, 0o644);
  const { code, error } = await docwright(['project', 'list']);
  expect(code).toBe(1);
  expect(error).toMatch(/chmod 600/);
});

it('takes projects by name and by id, also after a name that looks like anything', async () => {
  const create = async (name: string) =>
    JSON.parse(
      (await docwright(['project', 'create', '--name', name, '--repository', 'docs', '--json'])).out,
    ) as Project;
  putDataDirectory();
  const project = await create('-- the "docs"');
  for (const wanted of [project.name, project.id]) {
    const shown = await docwright(['project', 'show', '--json', '--', wanted]);
    expect(JSON.parse(shown.out)).toMatchObject({ id: project.id });
    expect((await docwright(['project', 'id', '--', wanted])).out).toBe(`${project.id}\n`);
  }
});

it('notes a backup that failed, and none that was asked for wrongly', async () => {
  putDataDirectory();
  const noted = join(folder, '.docwright-data', 'last-backup.json');
  const inside = await docwright(['backup', '.docwright-data/backups']);
  expect(inside.error).toContain('is inside the data directory');
  expect(existsSync(noted)).toBe(false);
  writeFileSync(join(folder, 'file'), '');
  expect((await docwright(['backup', 'file/backups'])).code).not.toBe(0);
  expect(existsSync(noted)).toBe(true);
});
