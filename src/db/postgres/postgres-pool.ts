import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseAway } from '../../kernel/errors.ts';
import { driverUrl, placeOf } from './postgres-address.ts';
import { GuardedClient } from './postgres-client.ts';
import { createPostgresSockets, statementPatience } from './postgres-sockets.ts';
import { readPostgresFault } from './read-postgres-fault.ts';

/** How long a connection may take to be made, or to become free, in milliseconds. */
const connectTimeout = 5_000;
/** How long connections that were in use may take to end, in milliseconds. */
const endTimeout = 5_000;

/** Of whole numbers of 64 bits; those that we store are exact as numbers of JavaScript. */
const int8 = pg.types.builtins.INT8;

const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === int8 ? Number : (pg.types.getTypeParser(type, format) as TextParser)),
};

type TextParser = (text: string) => unknown;

/** With how many connections there are, how many of them nobody uses, and how many wait for one. */
export type CountedPool = PostgresPool & { counts(): { total: number; idle: number; waiting: number } };

/**
 * Connections, at most so many, made when they are needed: those that the server ended are replaced by the next that is
 * asked for. Whatever fails is told as an error of ours. `patience`: see `createPostgresSockets`.
 */
export function createPostgresPool({
  url,
  connections,
  patience = statementPatience,
}: {
  url: string;
  connections: number;
  patience?: number;
}): CountedPool {
  const place = placeOf(url);
  const sockets = createPostgresSockets({ patience });
  const pool = new pg.Pool({
    Client: GuardedClient,
    connectionString: driverUrl(url),
    fallback_application_name: 'docwright',
    max: connections,
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    stream: sockets.open,
    types,
  });
  // An idle connection that the server ended: the pool has dropped it already.
  pool.on('error', () => undefined);
  const connect = async (): Promise<pg.PoolClient> => {
    try {
      // Which reads the URL, and the files that it names.
      return await pool.connect();
    } catch (error) {
      throw readPostgresFault(error, { place });
    }
  };
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  return {
    options: {},
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async connect() {
      const client = await connect();
      const faultReader = clients.get(client) ?? readFaults(client, place);
      clients.set(client, faultReader);
      return faultReader;
    },
    end() {
      // By then nobody waits for what is still asked, nor for the server to say goodbye.
      setTimeout(() => {
        sockets.destroyAll();
      }, endTimeout).unref();
      return pool.end();
    },
  };
}

function readFaults(client: pg.PoolClient, place: string): PostgresPoolClient {
  let isLost = false;
  /** Why the server ended the transaction; of what is asked in it afterwards it only says that it did. */
  let reason: Error | undefined;
  // While it is in use its loss is told by the statement that fails, and here.
  client.on('error', () => {
    isLost = true;
  });
  const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    try {
      const result = await client.query(text, parameters.map(storable));
      reason = undefined;
      return result;
    } catch (error) {
      if (reason !== undefined && isAfterwards(error)) throw reason;
      const fault = readPostgresFault(error, { place, isCommit: text === 'commit' });
      isLost ||= fault instanceof DatabaseAway;
      reason = fault instanceof Error ? fault : undefined;
      throw fault;
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => {
      client.release(isLost || destroy === true);
    },
  };
}

function isAfterwards(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === '25P02';
}

/** PostgreSQL's text holds every character but this one, which then looks like any other that cannot be shown. */
function storable(parameter: unknown): unknown {
  return typeof parameter === 'string' && parameter.includes('\0') ? parameter.replaceAll('\0', '\uFFFD') : parameter;
}
