import { remedyAt } from '../../../kernel/app-error.ts';
import type { BackgroundWork } from '../../../kernel/background-work.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import { checkViews } from '../check-views.ts';
import { VisitsAway } from '../errors.ts';
import { defaultDailyLimits, type DailyLimits, type VisitStore } from '../visit-store.ts';
import { ClientValues } from './count/client-values.ts';
import { HeldAnswers } from './count/held-answers.ts';
import { readLive } from './count/live.ts';
import { readDrops } from './count/read-drops.ts';
import { countReached } from './count/reached.ts';
import { countSeries } from './count/series.ts';
import { prepareSchema } from './schema.ts';
import { readClickHouseAddress } from './server/clickhouse-address.ts';
import { connectToClickHouse, withDeliverySettings, type ClickHouse } from './server/clickhouse.ts';
import { raw, sql, type Sql } from './server/sql.ts';
import { dropDamaged, findDamage } from './upkeep/damage.ts';
import { eraseProject, eraseViews, retireDays } from './upkeep/deletion.ts';
import { reclassify } from './upkeep/reclassify.ts';
import { readNames, readProjects } from './upkeep/stored-names.ts';
import { readUsage } from './upkeep/usage.ts';
import { verify } from './upkeep/verify.ts';
import { dayOf, toDelivery, uuidText } from './write/delivery.ts';
import { DeliveryWriter } from './write/write-deliveries.ts';
import { Spool, type Waiting } from './write/spool.ts';
import { SpooledWriter, type ScreenDelivery } from './write/spooled-writer.ts';
import { WriteQueue } from './write/write-queue.ts';

export interface ClickHouseVisitStoreOptions {
  /** See `readClickHouseAddress`. */
  readonly url: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly work?: BackgroundWork | undefined;
  /** Where views wait while ClickHouse is away; a folder of this machine. */
  readonly spoolFolder: string;
  readonly spoolBytes: number;
  /** What of a parcel that waited may still be written; left out, all of it. */
  readonly screen?: ScreenDelivery | undefined;
  readonly limits?: DailyLimits;
  /** See `verify.ts`. */
  readonly rowsPerPiece?: number;
}

export interface ClickHouseVisitStore extends VisitStore {
  /** What waits for ClickHouse; at any time and at no cost. */
  waiting(): Waiting;
  /** Of what waited, what was refused or could not be read; it is tried again. At any time and at no cost. */
  setAside(): Waiting;
  /** For a process that stays: tries that again now, since it may have been mended before this start, and later. */
  retrySetAside(): Promise<void>;
  /** What its clock shows, in milliseconds since the epoch. */
  serverTime(): Promise<number>;
  /** Throws as any statement does. */
  prove(): Promise<void>;
}

/**
 * The visit store of many machines: all processes ask one ClickHouse, and hold nothing themselves but what they are about
 * to write.
 */
export function createClickHouseVisitStore(options: ClickHouseVisitStoreOptions): ClickHouseVisitStore {
  const { clock, logger, spoolFolder: folder, spoolBytes: maximumBytes, rowsPerPiece } = options;
  const connection = connectToClickHouse(readClickHouseAddress(options.url));
  const server = withSchema(connection);
  const clients = new ClientValues({ server, clock });
  const writer = new DeliveryWriter({
    server: withDeliverySettings(server),
    clients,
    clock,
    limits: options.limits ?? defaultDailyLimits,
  });
  const spool = new Spool({ folder, maximumBytes, clock });
  const spooled = new SpooledWriter({ writer, spool, screen: options.screen, logger, work: options.work });
  const queue = new WriteQueue((deliveries, token) => spooled.write(deliveries, token));
  const answers = new HeldAnswers({ server, clients });
  /** What waits may be of what is to be removed or changed, and would come after it. */
  const afterWaiting = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await spooled.flush();
    return work();
  };
  return {
    waiting: () => spool.waiting(),
    setAside: () => spool.aside(),
    retrySetAside: () => spooled.retryAside(),
    async serverTime() {
      const [row] = await server.read<{ now: number }>(sql`SELECT toUnixTimestamp64Milli(now64(3)) AS now`);
      return row?.now ?? Number.NaN;
    },
    async prove() {
      await server.read(sql`SELECT 1`);
    },

    async append(projectId, views, drops = []) {
      checkViews(views);
      if (views.length === 0 && drops.length === 0) return { accepted: 0, duplicates: 0, folded: 0 };
      return queue.put(toDelivery(projectId, views, drops));
    },
    findKept: (projectId, events) => writer.findKept(projectId, events),

    countPage: (query) => answers.page(query),
    walk: (query) => answers.walk(query),
    timeseries: (query) => countSeries({ server, clients }, query),
    countReached: (query) => countReached({ server, clients }, query),
    live: (query) => readLive(server, query),
    readDrops: (projectId, range) => readDrops(server, projectId, range),

    deleteProject: (projectId) => afterWaiting(() => eraseProject(server, projectId)),
    deletePath: (projectId, path) => afterWaiting(() => eraseViews(server, projectId, sql`path = ${path}`)),
    deleteVisitor: (projectId, visitor) =>
      afterWaiting(() => eraseViews(server, projectId, sql`visitor = toUUID(${uuidText(visitor)})`)),
    deleteBefore: (projectId, timestampMs) =>
      afterWaiting(() => retireDays({ server, clock }, projectId, dayOf(timestampMs))),

    async hasBefore(projectId, timestampMs) {
      for (const table of ['view', 'refusal']) {
        const rows = await server.read(
          sql`SELECT 1 FROM ${raw(table)} WHERE project_id = ${projectId} AND day < ${dayOf(timestampMs)} LIMIT 1`,
        );
        if (rows.length > 0) return true;
      }
      return false;
    },
    projects: () => readProjects(server),
    names: (projectId) => readNames(server, projectId),

    reclassify: (projectId, classify) => afterWaiting(() => reclassify(server, projectId, classify)),
    verify: (projectId, onProgress) => verify({ server, clients, answers, rowsPerPiece }, projectId, onProgress),
    findDamage: () => findDamage(server),
    dropDamaged: () => dropDamaged(server),
    usage: (projectId) => readUsage(server, projectId),

    async close() {
      await queue.idle();
      await spooled.close();
      await connection.close();
    },
  };
}

/**
 * The same, once ClickHouse has let us in. One that is away comes back, and is waited for beside the work: so it is only told
 * of. Throws VisitsRefused, ClickHouseTooOld, VisitStoreTooNew.
 */
export async function openClickHouseVisitStore(options: ClickHouseVisitStoreOptions): Promise<ClickHouseVisitStore> {
  const store = createClickHouseVisitStore(options);
  try {
    await store.prove();
  } catch (error) {
    if (!(error instanceof VisitsAway)) {
      await store.close();
      throw error;
    }
    const { message, cause } = error;
    options.logger.warn(
      { remedy: remedyAt('cli', error.facts), said: cause instanceof Error ? cause.message : undefined },
      `${message} Visits wait in the data directory until it responds.`,
    );
  }
  return store;
}

/** The same server, where the first statement waits until there is what statements need. */
function withSchema(server: ClickHouse): ClickHouse {
  let prepared: Promise<void> | undefined;
  const ready = (): Promise<void> => {
    prepared ??= prepareSchema(withDeliverySettings(server)).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };
  return {
    placement: server.placement,
    proveVersion: ready,
    async read<Row>(statement: Sql, within?: number) {
      await ready();
      return server.read<Row>(statement, within);
    },
    async run(statement, within) {
      await ready();
      await server.run(statement, within);
    },
    async rewrite(statement) {
      await ready();
      await server.rewrite(statement);
    },
    async insert(table, rows) {
      await ready();
      await server.insert(table, rows);
    },
    close: () => server.close(),
  };
}
