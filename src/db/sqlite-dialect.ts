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

/** How long a writer waits for writers of other processes before `SQLITE_BUSY`, in milliseconds. */
const busyTimeout = 15_000;

/** Milliseconds before the next attempt: growing, up to a limit. */
const pauseAfter = (attempts: number): number => Math.min(2 ** attempts, 25);

/**
 * Waits for writers of other processes without holding the event loop. SQLite's own wait blocks the thread that answers
 * requests for as long as the other process keeps its transaction open.
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

/** Without `SQLITE_BUSY_SNAPSHOT`: waiting never resolves that one. */
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

  /** A full or failing disk makes SQLite roll back by itself. Ignore that error here, so that the first one is reported. */
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
 * Drops row locks such as `for update skip locked`, because a SQLite transaction is the only writer. So one statement
 * serves both databases.
 */
class OneWriterCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    const { endModifiers, ...fields } = node;
    super.visitSelectQuery(endModifiers === undefined ? node : fields);
  }
}

/** better-sqlite3 in WAL mode with `synchronous=FULL`: an acknowledged commit survives `kill -9` and power loss. */
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
