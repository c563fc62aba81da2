import type { Statement } from 'better-sqlite3';
import type { VisitDatabase } from './database.ts';

const statements = new WeakMap<VisitDatabase, Map<string, Statement>>();

/** A statement of every commit, compiled once for each connection: that takes longer than running it. */
export function prepareOnce(database: VisitDatabase, sql: string): Statement {
  const prepared = statements.get(database) ?? new Map<string, Statement>();
  statements.set(database, prepared);
  const statement = prepared.get(sql) ?? database.prepare(sql);
  prepared.set(sql, statement);
  return statement;
}
