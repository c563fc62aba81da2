import type SqliteDatabase from 'better-sqlite3';

/** Rows of every table, counted one by one. */
export function countRows(database: SqliteDatabase.Database): Record<string, number> {
  const names = database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    names.map((name) => [name, database.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() as number]),
  );
}

/** Views in a file of visits: those that wait, and those of sealed days. */
export function countViews(database: SqliteDatabase.Database): number {
  const counted = 'SELECT total(rows) FROM (SELECT rows FROM batch UNION ALL SELECT rows FROM segment)';
  return database.prepare(counted).pluck().get() as number;
}
