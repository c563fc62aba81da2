import { join } from 'node:path';
import Database from 'better-sqlite3';

/** A table of JSON texts, durable like our store: one transaction per batch, synced before it returns. */
export function openJsonRows(folder: string): { insert(rows: readonly string[]): void; count(): number } {
  const database = new Database(join(folder, 'rows.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE row (id INTEGER PRIMARY KEY, json TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO row (json) VALUES (?)');
  const count = database.prepare('SELECT count(*) FROM row').pluck();
  return {
    insert: database.transaction((rows: readonly string[]) => {
      for (const row of rows) insert.run(row);
    }),
    count: () => count.get() as number,
  };
}
