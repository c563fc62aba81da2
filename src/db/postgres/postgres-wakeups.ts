import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { sql } from 'kysely';
import { duration } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { DatabaseConnection } from '../open-database.ts';
import { createLocalWakeups, type Wakeups } from '../wakeups.ts';
import { driverUrl } from './postgres-address.ts';
import { GuardedClient } from './postgres-client.ts';
import { createPostgresSockets } from './postgres-sockets.ts';

const channel = 'docwright';
/** Of a notification, whose limit is 8,000 bytes. */
const mostCharacters = 7_000;
/** What a process says to itself, to know that it is heard. */
const hello = 'hello';
const helloEvery = 30 * duration.second;
/** A process that has not heard itself after so long is not heard by others either, in milliseconds. */
const helloWithin = 5 * duration.second;
const goodbyeWithin = duration.second;
const firstPause = duration.second;
const longestPause = 30 * duration.second;

export interface PostgresWakeups extends Wakeups {
  close(): Promise<void>;
}

/**
 * Between all processes over a database, by LISTEN and NOTIFY on a connection of its own, which is made anew with growing
 * pauses when it is lost. Where a pooler that hands connections from one transaction to the next stands in between, nobody
 * hears anything: then it says so once, and everybody looks by himself.
 */
export function createPostgresWakeups({
  url,
  db,
  logger,
}: {
  url: string;
  db: DatabaseConnection;
  logger: Logger;
}): PostgresWakeups {
  const local = createLocalWakeups();
  const self = randomUUID();
  const closing = new AbortController();
  const untold = new Set<string>();
  let telling: Promise<void> | undefined;
  let isHeard = false;

  const notify = async (names: string): Promise<void> => {
    await sql`select pg_notify(${channel}, ${`${self} ${names}`})`.execute(db);
  };

  /** What comes while a notification is under way goes with the next. */
  const tell = async (): Promise<void> => {
    try {
      while (untold.size > 0) {
        let names = '';
        for (const name of untold) {
          if (names.length + name.length > mostCharacters) break;
          names += ` ${name}`;
          untold.delete(name);
        }
        await notify(names.trimStart());
      }
    } catch (error) {
      // Others look by themselves after a while, as they do when a notification is lost.
      untold.clear();
      logger.debug({ error }, 'other processes could not be woken');
    }
  };

  const hear = ({ payload = '' }: pg.Notification): void => {
    const [from, ...names] = payload.split(' ');
    if (from === self) {
      if (names[0] === hello) local.wake(hello);
      return;
    }
    for (const name of names) local.wake(name);
  };

  const hearsItself = async (signal: AbortSignal): Promise<boolean> => {
    const late = AbortSignal.any([signal, AbortSignal.timeout(helloWithin)]);
    let isHere = false;
    const heard = local.woken(hello, late).then(() => {
      isHere = !late.aborted;
    });
    await notify(hello);
    await heard;
    return isHere;
  };

  /** Until the connection is lost, or there is no use in it; then false. */
  const listen = async (): Promise<boolean> => {
    const sockets = createPostgresSockets({ patience: 0 });
    const client = new GuardedClient({
      connectionString: driverUrl(url),
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      stream: sockets.open,
    });
    const lost = new AbortController();
    const end = () => {
      lost.abort();
    };
    client.on('error', end).on('end', end).on('notification', hear);
    closing.signal.addEventListener('abort', end, { once: true });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      if (!(await hearsItself(lost.signal))) return lost.signal.aborted;
      isHeard = true;
      // What was said while nobody listened.
      local.wakeAll();
      do await delay(helloEvery, undefined, { signal: lost.signal }).catch(() => undefined);
      while (!lost.signal.aborted && (await hearsItself(lost.signal)));
      return true;
    } finally {
      isHeard = false;
      closing.signal.removeEventListener('abort', end);
      // A server that is gone says no goodbye.
      await Promise.race([client.end().catch(() => undefined), delay(goodbyeWithin, undefined, { ref: false })]);
      sockets.destroyAll();
    }
  };

  const run = async (): Promise<void> => {
    let pause: number = firstPause;
    while (!closing.signal.aborted) {
      const began = performance.now();
      try {
        if (!(await listen())) {
          logger.info(
            {},
            'a pooler stands before PostgreSQL: processes look for work once a second, and are not woken',
          );
          return;
        }
      } catch (error) {
        logger.debug({ error }, 'listening to other processes failed; trying again');
      }
      pause = performance.now() - began > longestPause ? firstPause : Math.min(longestPause, pause * 2);
      await delay(pause * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const running = run();

  return {
    ...local,
    wake(name) {
      local.wake(name);
      untold.add(name);
      telling ??= tell().finally(() => {
        telling = undefined;
      });
    },
    reachesAll: () => isHeard,
    async close() {
      closing.abort();
      await running;
      await telling;
    },
  };
}
