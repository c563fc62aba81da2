import { closeSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../../test/command-line.ts';
import { createLogger } from '../../kernel/logger.ts';
import { checkAtStart } from '../../db/check-database.ts';

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const timeout = 120_000;
let folder: string;
const inData = (name: string) => join(folder, 'data', name);

async function run(...args: string[]) {
  const env = { PATH: process.env['PATH'], DOCWRIGHT_DATA_DIR: join(folder, 'data') };
  const { code, out } = await runCommand(args, { env, cwd: folder });
  return { stdout: out, code };
}

function change<Result>(name: string, work: (database: Database.Database) => Result): Result {
  const database = new Database(inData(name));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs', 'index.md'), '# Docs\n');
  const agent = 'Claude-User (claude-code/2.1.4; +https://support.anthropic.com/)';
  const [, day = '', month = '', year = ''] = new Date(yesterday).toUTCString().split(' ');
  const line = (page: string) =>
    `203.0.113.9 - - [${day}/${month}/${year}:10:00:00 +0000] "GET ${page} HTTP/1.1" 200 1 "-" "${agent}"\n`;
  writeFileSync(join(folder, 'access.log'), ['/a', '/b', '/c'].map(line).join(''));
  expect(await run('init', '--project', 'Docs', '--repository', 'docs')).toMatchObject({ code: 0 });
  expect(await run('import', 'Docs', 'access.log', '--json')).toMatchObject({ code: 0 });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('finds nothing in what is as it was written', { timeout }, async () => {
  const { stdout, code } = await run('verify');
  expect(stdout).toContain('docwright.sqlite: sound.\nVisits of Docs: 3 views, ');
  expect(code).toBe(0);
  renameSync(inData('repositories'), inData('elsewhere'));
  const lost = await run('verify');
  renameSync(inData('elsewhere'), inData('repositories'));
  expect(lost).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('The repository local:docs is missing') as string,
  });
  expect((await run('analytics', 'drop-damaged', 'Docs', '--yes')).stdout).toBe('No damaged views in Docs.\n');
});

it(
  'names damaged views with their day, and leaves them out when told to, which the audit log knows',
  { timeout },
  async () => {
    change('visits.sqlite', (database) => database.exec("UPDATE batch SET data = x'00'"));
    const { stdout, code } = await run('verify', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      database: { ok: true, damage: [] },
      visits: [{ name: 'Docs', ok: false, differences: [expect.stringContaining(` on ${yesterday} are damaged`)] }],
    });
    const listed = await run('analytics', 'drop-damaged', 'Docs');
    expect(listed.stdout).toContain(yesterday);
    expect(listed.stdout).toContain('1 piece with 3 views in 1 bytes, as far as known. Nothing was changed.');
    expect((await run('verify')).code).toBe(1);

    const dropped = await run('analytics', 'drop-damaged', 'Docs', '--yes', '--json');
    expect(JSON.parse(dropped.stdout)).toMatchObject({ dropped: true, batches: 1, segments: 0, bytes: 1, views: 3 });
    expect((await run('verify')).code).toBe(0);
    const audit = change('docwright.sqlite', (database) =>
      database.prepare("SELECT actor, details FROM audit_log WHERE action = 'visits.drop_damaged'").get(),
    ) as { actor: string; details: string };
    expect(audit.actor).toBe('cli');
    expect(JSON.parse(audit.details)).toEqual({ batches: 1, segments: 0, bytes: 1, views: 3, days: [yesterday] });
    expect((await run('import', 'Docs', 'access.log', '--json')).stdout).toContain('"accepted": 3');
  },
);

it('finds damage of the main database, also at each start', { timeout }, async () => {
  const file = inData('docwright.sqlite');
  const [page, size] = change('docwright.sqlite', (database) => {
    database.pragma('wal_checkpoint(TRUNCATE)');
    const root = database
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'audit_log'")
      .pluck()
      .get() as number;
    return [root, database.pragma('page_size', { simple: true }) as number];
  });
  const opened = openSync(file, 'r+');
  // The kind of the page: nothing that an index or a table has.
  writeSync(opened, Buffer.from([0x7f]), 0, 1, (page - 1) * size);
  closeSync(opened);
  const { stdout, code } = await run('verify');
  expect(stdout).toMatch(/docwright\.sqlite is damaged:\n.*audit_log/);
  expect(code).toBe(1);

  const lines: string[] = [];
  const logger = createLogger({
    level: 'info',
    redact: (text) => text,
    destination: { write: (text) => lines.push(text) },
  });
  await checkAtStart(file, { logger, signal: new AbortController().signal });
  expect(lines.join()).toContain('docwright.sqlite is damaged. ');
});
