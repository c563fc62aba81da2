import { setTimeout as elapse } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDriver,
  SqliteDialect,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryCompiler,
  type QueryResult,
  type SelectQueryNode,
} from 'kysely';
import { keepPrivate } from '../kernel/private-file.ts';

/** Writers of several processes wait this long for each other, in milliseconds, before `SQLITE_BUSY`. */
const busyTimeout = 15_000;

/** Milliseconds before a writer asks again whether the other one is done: a little longer each time, up to a limit. */
const pauseAfter = (attempts: number): number => Math.min(2 ** attempts, 25);

/**
 * Waits for writers of other processes between turns of the event loop. SQLite's own wait keeps the thread, here the one
 * that answers requests, for as long as a command beside it takes over its transaction.
 */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const until = performance.now() + busyTimeout;
    for (let attempts = 0; ; attempts += 1) {
      try {
        return await this.#connection.executeQuery<Row>(query);
      } catch (error) {
        if (!isHeldByAnother(error) || performance.now() >= until) throw error;
      }
      await elapse(pauseAfter(attempts));
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

/** `SQLITE_BUSY_SNAPSHOT` is left out: that lock is never had by waiting. */
function isHeldByAnother(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && ['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY'].includes(error.code);
}

/** Begins transactions as a writer, so that a read followed by a write cannot lose the race to another process. */
class ImmediateDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PatientConnection(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full or failing disk makes SQLite roll back by itself; what it said then must not be hidden by this. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
    }
  }
}

/** SQLite's schema changes are transactional, which Kysely does not assume; migrations rely on it. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Leaves out what locks rows, such as `for update skip locked`: whoever is in a transaction is the only writer, and needs no
 * more. So what is told for PostgreSQL is told for both.
 */
class OneWriterCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    const { endModifiers, ...fields } = node;
    super.visitSelectQuery(endModifiers === undefined ? node : fields);
  }
}

/** better-sqlite3 in WAL mode with `synchronous=FULL`: a commit that was answered survives `kill -9` and power loss. */
export class DurableSqliteDialect extends SqliteDialect implements Dialect {
  readonly #open: () => Promise<SqliteDatabase.Database>;

  constructor(file: string) {
    const open = (): Promise<SqliteDatabase.Database> => {
      keepPrivate(file);
      const database = new SqliteDatabase(file, { timeout: busyTimeout });
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = FULL');
      database.pragma('foreign_keys = ON');
      database.pragma('busy_timeout = 0');
      return Promise.resolve(database);
    };
    super({ database: open });
    this.#open = open;
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: this.#open });
  }

  override createQueryCompiler(): QueryCompiler {
    return new OneWriterCompiler();
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
}
