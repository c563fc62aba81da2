import { sql, type Kysely } from 'kysely';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Database } from '../db/schema.ts';

/** What does not move: the new place has marks of its own. */
type Table = Exclude<keyof Database, 'belongings'>;

/** Their keys, those that others refer to first. */
const keys: Readonly<Record<Table, readonly string[]>> = {
  projects: ['id'],
  project_secrets: ['project_id', 'name'],
  server_secrets: ['name'],
  project_costs: ['project_id', 'month'],
  api_keys: ['id'],
  audit_log: ['id'],
  members: ['id'],
  invitations: ['id'],
  password_resets: ['member_id'],
  sessions: ['id'],
  visitor_salts: ['project_id', 'period'],
  jobs: ['id'],
  job_steps: ['job_id', 'round', 'name'],
  job_messages: ['id'],
  job_attachments: ['job_id', 'name'],
  job_turns: ['job_id', 'turn_index'],
  job_diffs: ['job_id'],
  job_events: ['job_id', 'sequence'],
  limited_uses: ['subject', 'place'],
  idempotency_keys: ['project_id', 'key'],
  saved_views: ['id'],
  share_links: ['id'],
  chart_notes: ['id'],
  weekly_mail_recipients: ['id'],
  weekly_mails: ['recipient_id', 'week'],
  trusted_time: ['id'],
  erasures: ['project_id', 'mark'],
  retired_views: ['project_id', 'before'],
  background_failures: ['work'],
  oauth_clients: ['id'],
  oauth_grants: ['id'],
};
const tables = Object.keys(keys) as Table[];
/** Of which no row is ever changed: one that is there is the same. They are the large ones. */
const neverChanged: ReadonlySet<Table> = new Set<Table>(['job_attachments', 'job_turns', 'job_events', 'audit_log']);

/** Compared at a time. A statement of SQLite takes 32,766 values, and a job is the widest row. */
const rowsPerPage = 500;
/** Written at a time of those that are never changed: a turn may hold megabytes. */
const rowsPerWrite = 50;

type Row = Readonly<Record<string, unknown>>;
/** Of which the columns are not known: every table is copied in the same way. */
type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

export type RowCounts = Readonly<Record<string, number>>;

/** Of every table. */
export async function countRows(db: DatabaseConnection): Promise<RowCounts> {
  const counts: [string, number][] = [];
  for (const table of tables) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db);
    counts.push([table, rows[0]?.rows ?? 0]);
  }
  return Object.fromEntries(counts);
}

/** Whether nobody uses it yet; one that was started once has an invitation. */
export async function isUnused(db: DatabaseConnection): Promise<boolean> {
  const counts = await countRows(db);
  return counts['projects'] === 0 && counts['members'] === 0;
}

/**
 * Makes every table of `to` equal to that of `from` as it is at one moment: writes what is missing or other, removes what is not
 * there any more, and leaves alone what is the same. So it may be ended and begun again at any time, and the last time is quick.
 */
export async function copyTables({
  from,
  to,
  begin,
  onProgress,
}: {
  from: DatabaseConnection;
  to: DatabaseConnection;
  /** Begins a transaction of `from` that sees one moment and keeps nobody from writing. */
  begin: string;
  onProgress: (progress: { table: string; done: number; total: number }) => void;
}): Promise<void> {
  await from.connection().execute(async (connection) => {
    await sql.raw(begin).execute(connection);
    try {
      const total = Object.values(await countRows(connection)).reduce((sum, rows) => sum + rows, 0);
      let done = 0;
      for (const table of tables) {
        await copyTable({ from: connection, to, table }, (rows) => {
          done += rows;
          onProgress({ table, done, total });
        });
      }
    } finally {
      await sql.raw('rollback').execute(connection);
    }
  });
}

async function copyTable(
  { from, to, table }: { from: DatabaseConnection; to: DatabaseConnection; table: Table },
  onRows: (rows: number) => void,
): Promise<void> {
  const key = keys[table];
  const columns = neverChanged.has(table) ? key : undefined;
  let after: Row | undefined;
  do {
    const page = await read(from, table, { columns, after, limit: rowsPerPage });
    const last = page.length < rowsPerPage ? undefined : page.at(-1);
    const existingRows = await read(to, table, { columns, after, upTo: last });
    const existingByKey = new Map(existingRows.map((row) => [nameOf(row, key), row]));
    const changed = page.filter((row) => !isSame(row, existingByKey.get(nameOf(row, key))));
    const names = new Set(page.map((row) => nameOf(row, key)));
    const gone = existingRows.filter((row) => !names.has(nameOf(row, key)));
    await to.transaction().execute(async (transaction) => {
      for (const row of gone) await ofKey(anyOf(transaction).deleteFrom(table), row, key).execute();
    });
    for (let position = 0; position < changed.length; position += rowsPerWrite) {
      const some = changed.slice(position, position + rowsPerWrite);
      await write(to, table, columns === undefined ? some : await readWhole(from, table, some));
    }
    onRows(page.length);
    after = last;
  } while (after !== undefined);
}

const anyOf = (db: DatabaseConnection): AnyDatabase => db as unknown as AnyDatabase;

/** In the order of their keys, which both databases sort by their bytes. */
async function read(
  db: DatabaseConnection,
  table: Table,
  {
    columns,
    after,
    upTo,
    limit,
  }: { columns: readonly string[] | undefined; after: Row | undefined; upTo?: Row | undefined; limit?: number },
): Promise<Row[]> {
  const key = keys[table];
  const names = sql.join(key.map((name) => sql.ref(name)));
  const valuesOf = (row: Row) => sql.join(key.map((name) => row[name]));
  let query = anyOf(db).selectFrom(table);
  if (after !== undefined) query = query.where(sql<boolean>`(${names}) > (${valuesOf(after)})`);
  if (upTo !== undefined) query = query.where(sql<boolean>`(${names}) <= (${valuesOf(upTo)})`);
  for (const name of key) query = query.orderBy(name);
  if (limit !== undefined) query = query.limit(limit);
  return columns === undefined ? query.selectAll().execute() : query.select([...columns]).execute();
}

async function readWhole(db: DatabaseConnection, table: Table, some: readonly Row[]): Promise<Row[]> {
  const key = keys[table];
  const rows: Row[] = [];
  for (const row of some)
    rows.push(await ofKey(anyOf(db).selectFrom(table), row, key).selectAll().executeTakeFirstOrThrow());
  return rows;
}

function ofKey<Query extends { where(name: string, operator: '=', value: unknown): Query }>(
  query: Query,
  row: Row,
  key: readonly string[],
): Query {
  return key.reduce((narrowed, name) => narrowed.where(name, '=', row[name]), query);
}

async function write(to: DatabaseConnection, table: Table, rows: readonly Row[]): Promise<void> {
  const key = keys[table];
  // Numbers that a database gives itself are its own.
  const stored = rows.map((row) => Object.fromEntries(columnsOf(row, key).map((name) => [name, row[name]])));
  const [first = {}] = stored;
  const otherColumns = Object.keys(first).filter((name) => !key.includes(name));
  await anyOf(to)
    .insertInto(table)
    .values(stored)
    .onConflict((conflict) => {
      const keyConflict = conflict.columns([...key]);
      if (otherColumns.length === 0) return keyConflict.doNothing();
      return keyConflict.doUpdateSet((eb) =>
        Object.fromEntries(otherColumns.map((name) => [name, eb.ref(`excluded.${name}`)])),
      );
    })
    .execute();
}

function columnsOf(row: Row, key: readonly string[]): string[] {
  return Object.keys(row).filter((name) => name !== 'id' || key.includes('id'));
}

function nameOf(row: Row, key: readonly string[]): string {
  return JSON.stringify(key.map((name) => row[name]));
}

function isSame(row: Row, otherRow: Row | undefined): boolean {
  const names = columnsOf(row, Object.keys(row));
  return otherRow !== undefined && names.every((name) => name === 'id' || row[name] === otherRow[name]);
}
