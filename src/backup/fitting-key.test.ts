import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteDatabase } from '../db/open-database.ts';
import { readSealedTexts, sealedTables } from '../db/sealed-texts.ts';
import { wantedKey } from './fitting-key.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-key-'));
  file = join(folder, 'docwright.sqlite');
  const db = await openSqliteDatabase(file);
  await db.insertInto('belongings').values({ name: 'master key', mark: 'the key' }).execute();
  await db.destroy();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function change(...statements: readonly string[]): void {
  const database = new SqliteDatabase(file);
  database.pragma('foreign_keys = off');
  for (const statement of statements) database.exec(statement);
  database.close();
}

const rows: Record<(typeof sealedTables)[number], string> = {
  project_secrets: "(project_id, name, sealed, updated_at) VALUES ('p', 'n', 's', 0)",
  server_secrets: "(name, sealed, updated_at) VALUES ('n', 's', 0)",
  visitor_salts: "(project_id, period, sealed, created_at) VALUES ('p', '1', 's', 0)",
};

it('asks for no key where nothing is encrypted', () => {
  expect(wantedKey(file)).toBeUndefined();
});

it.each(sealedTables)('asks for the key that encrypted a row of %s, and of an older database too', async (table) => {
  change(`INSERT INTO ${table} ${rows[table]}`);
  const db = await openSqliteDatabase(file);
  expect(await readSealedTexts(db)).toHaveLength(1);
  await db.destroy();
  expect(wantedKey(file)).toBe('the key');
  if (table === 'server_secrets') return;
  change('DROP TABLE server_secrets');
  expect(wantedKey(file)).toBe('the key');
});
