import { copyFileSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteDatabase, type DatabaseConnection } from './open-database.ts';

/** In the folder of the run, so that all its test files copy one database. */
const template = join(tmpdir(), 'migrated.sqlite');

/**
 * `openSqliteDatabase`, where a new file begins as a copy of a migrated one: the migrations take five times as long. Tests of
 * the migrations, and all that starts as a program, migrate from nothing.
 */
export async function openMigratedDatabase(file: string): Promise<DatabaseConnection> {
  if (!existsSync(file)) {
    if (!existsSync(template)) await makeTemplate();
    copyFileSync(template, file);
  }
  return openSqliteDatabase(file);
}

/** Complete before it has its name: several processes may make it. Closing it leaves everything in this one file. */
async function makeTemplate(): Promise<void> {
  const draft = join(mkdtempSync(join(tmpdir(), 'docwright-migrated-')), 'main.sqlite');
  await (await openSqliteDatabase(draft)).destroy();
  renameSync(draft, template);
}
