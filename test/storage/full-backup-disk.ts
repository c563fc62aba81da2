/**
 * Child of the test of a disk that is too small for backups: its folder is that disk. Prints what was said of a backup to it,
 * of a check on it and of a restore to it, as JSON.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { backUp } from '../../src/backup/back-up.ts';
import { checkBackup, restore } from '../../src/backup/restore.ts';
import { AppError } from '../../src/kernel/app-error.ts';

const [disk = ''] = process.argv.slice(2);
const elsewhere = mkdtempSync(join(tmpdir(), 'docwright-room-'));
const dataDirectory = join(elsewhere, 'data');
mkdirSync(dataDirectory);
for (const name of ['docwright.sqlite', 'visits.sqlite']) {
  const tables = 'CREATE TABLE batch (rows, bytes); CREATE TABLE segment (rows)';
  const database = new SqliteDatabase(join(dataDirectory, name)).exec(tables);
  database.prepare('INSERT INTO batch VALUES (1, ?)').run(randomBytes(800_000));
  database.close();
}
writeFileSync(join(dataDirectory, 'master.key'), 'no key');

async function refused(folder: string, work: () => Promise<unknown>) {
  const error = await work().catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error('It was not refused.', { cause: error });
  return { code: error.facts.code, message: error.message, left: readdirSync(folder) };
}
const options = { dataDirectory, now: Date.now(), program: 'test', onProgress: () => undefined };
const noKey = { passphrase: undefined, keyFromEnvironment: undefined };
const { file } = await backUp({ ...options, ...noKey, to: elsewhere });
const backedUp = await refused(disk, () => backUp({ ...options, ...noKey, to: disk }));
process.env['TMPDIR'] = disk;
const checked = await refused(disk, () => checkBackup({ file }));
const data = join(disk, 'data');
const restored = await refused(data, () => restore({ file, dataDirectory: data, ...noKey }));
rmSync(elsewhere, { recursive: true });
console.log(JSON.stringify({ disk, backUp: backedUp, check: checked, restore: restored }));
