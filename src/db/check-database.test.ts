import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/git-fixture.ts';
import { checkDatabase } from './check-database.ts';

const { path: folder, remove } = temporaryFolder();
afterAll(remove);

const file = join(folder, 'sound.sqlite');
new Database(file).exec('CREATE TABLE page (path TEXT); CREATE TABLE visit (page TEXT)').close();
const request = { file, thorough: false, milliseconds: Infinity };

it('can be ended at any time, also while it starts', async () => {
  const ends = Array.from({ length: 24 }, async (_, index) => {
    const ending = new AbortController();
    const check = checkDatabase(request, ending.signal);
    await delay(index * 10);
    ending.abort();
    return check;
  });
  const whole = { damage: [], unchecked: [] };
  for (const end of await Promise.all(ends)) expect([undefined, whole]).toContainEqual(end);
  expect(await checkDatabase(request)).toEqual(whole);
});

it('is not begun where it has been ended before, and keeps no process alive', () => {
  const module = pathToFileURL(join(import.meta.dirname, 'check-database.ts')).href;
  const program = `const { checkDatabase } = await import(${JSON.stringify(module)});
const request = ${JSON.stringify({ file, thorough: false, milliseconds: 60_000 })};
console.log(await checkDatabase(request, AbortSignal.abort()));
void checkDatabase(request, new AbortController().signal).then(() => console.log('checked'));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  expect(said).toBe('undefined\n');
});

it('does not begin a table that there is no time for', async () => {
  expect(await checkDatabase({ ...request, milliseconds: -1 })).toEqual({ damage: [], unchecked: ['page', 'visit'] });
});

it('tells of a file that it cannot open', async () => {
  const check = checkDatabase({ ...request, file: join(folder, 'missing.sqlite') });
  expect(await check).toMatchObject({ damage: [expect.stringContaining('unable to open')] });
});
