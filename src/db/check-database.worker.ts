import Database from 'better-sqlite3';
import type { CheckRequest, DatabaseCheck } from './check-database.ts';

/** One table after another: that of a table cannot be broken off. */
function check(database: Database.Database, { milliseconds, thorough }: CheckRequest): DatabaseCheck {
  const ends = performance.now() + milliseconds;
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  const damage: string[] = [];
  const unchecked: string[] = [];
  for (const table of tables) {
    if (performance.now() > ends) unchecked.push(table);
    else damage.push(...faultsOf(database, table, thorough).map((fault) => `table ${table}: ${fault}`));
  }
  return { damage, unchecked };
}

function faultsOf(database: Database.Database, table: string, thorough: boolean): string[] {
  try {
    const rows = database.pragma(`${thorough ? 'integrity_check' : 'quick_check'}("${table}")`) as object[];
    const faults = rows.map((row) => Object.values(row).join()).filter((text) => text !== 'ok');
    if (faults.length > 0 || !thorough) return faults;
    const orphans = database.pragma(`foreign_key_check("${table}")`) as { rowid: number; parent: string }[];
    return orphans.map(({ rowid, parent }) => `row ${rowid} refers to a row of ${parent} that is missing`);
  } catch (error) {
    return [messageOf(error)];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function open(request: CheckRequest): DatabaseCheck {
  try {
    const database = new Database(request.file, { readonly: true, fileMustExist: true });
    try {
      return check(database, request);
    } finally {
      database.close();
    }
  } catch (error) {
    return { damage: [messageOf(error)], unchecked: [] };
  }
}

process.on('disconnect', () => process.exit());
process.once('message', (request: CheckRequest) => {
  // Where nobody hears it any more, there is nothing to tell.
  process.send?.(open(request), undefined, undefined, () => undefined);
});
