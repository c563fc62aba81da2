import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * A table of JSON texts, durable like our store: one transaction per batch, synced before it returns. With `unique`, a row
 * whose id is there already is left out.
 */
export function openJsonRows(
  folder: string,
  { unique = false } = {},
): { insert(rows: readonly string[], ids?: readonly string[]): void; count(): number } {
  const database = new Database(join(folder, 'rows.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`CREATE TABLE row (number INTEGER PRIMARY KEY, ${unique ? 'id TEXT UNIQUE,' : ''} json TEXT NOT NULL)`);
  const insert = database.prepare(
    unique ? 'INSERT OR IGNORE INTO row (json, id) VALUES (?, ?)' : 'INSERT INTO row (json) VALUES (?)',
  );
  const count = database.prepare('SELECT count(*) FROM row').pluck();
  return {
    insert: database.transaction((rows: readonly string[], ids: readonly string[] = []) => {
      if (unique) rows.forEach((row, index) => insert.run(row, ids[index]));
      else for (const row of rows) insert.run(row);
    }),
    count: () => count.get() as number,
  };
}
