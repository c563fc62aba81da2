import { addAbortSignal, Readable } from 'node:stream';
import { createClient, type ClickHouseSettings } from '@clickhouse/client';
import { duration } from '../../../../kernel/clock.ts';
import type { ClickHouseAddress } from './clickhouse-address.ts';
import { ClickHouseTooOld } from '../../errors.ts';
import { withLongValuesInBody } from './form.ts';
import { placementOf, type Placement } from './placement.ts';
import { readClickHouseFault } from './read-clickhouse-fault.ts';
import { readDone, readNothing, rowsOf } from './read-answer.ts';
import { raw, render, type Rendered, type Sql } from './sql.ts';

/** A server of ClickHouse. Throws VisitsAway, VisitsRefused, QuestionTooLarge. */
export interface ClickHouse {
  readonly placement: Placement;
  /** Throws ClickHouseTooOld; to be asked before anything else, since older ones do not understand the rest. */
  proveVersion(): Promise<void>;
  /** Rows as objects by the names of their columns; whole numbers of 64 bits are numbers, ours fit. */
  read<Row>(statement: Sql, timeoutMilliseconds?: number): Promise<Row[]>;
  run(statement: Sql, timeoutMilliseconds?: number): Promise<void>;
  /** Of parts of a table: waits until it is done, which may take long in a large one. */
  rewrite(statement: Sql): Promise<void>;
  /** Of the same `token` the same rows are taken once, as long as the server remembers it. */
  insert(
    table: string,
    options: { columns: readonly string[]; rows: readonly unknown[][]; token: string },
  ): Promise<void>;
  close(): Promise<void>;
}

/** Of one question. Sets that do not fit go to the disk of the server from half of the memory on. */
const questionSeconds = 60;
const questionBytes = 4 * 2 ** 30;
/** A little more than a server gives itself, for one that does not answer at all. */
const answerMilliseconds = (questionSeconds + 10) * duration.second;
/** How long a server may take for each statement of a delivery before it counts as away. */
const deliveryMilliseconds = 15 * duration.second;
/** How long all servers of a cluster may take for a statement that changes tables. */
const ddlSeconds = 600;
const longestMilliseconds = 6 * duration.hour;

const settings: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 0,
  max_execution_time: questionSeconds,
  max_memory_usage: String(questionBytes),
  max_bytes_before_external_group_by: String(questionBytes / 2),
  max_bytes_before_external_sort: String(questionBytes / 2),
  // So that an error has a status of its own, and never follows half an answer.
  wait_end_of_query: 1,
  // Rows that replace each other are of one day, and so of one partition.
  do_not_merge_across_partitions_select_final: 1,
  // Every server, and every replica of it.
  mutations_sync: '2',
  lightweight_deletes_sync: '2',
  // Acknowledged is what is written, not what waits in the memory of the server.
  async_insert: 0,
  // An import of old logs has days of many years.
  max_partitions_per_insert_block: '0',
  max_query_size: String(4 * 2 ** 20),
};

/**
 * Of shards and their copies. Everybody writes to and reads from the same copy of each shard, the first one that is there: what was
 * written is found by the next statement, whichever server takes it. What is acknowledged is written, not queued; and there
 * is no answer without one of the shards.
 */
const settingsOfCluster: ClickHouseSettings = {
  load_balancing: 'in_order',
  prefer_localhost_replica: 0,
  distributed_foreground_insert: 1,
  skip_unavailable_shards: 0,
  // By 2 each shard would count and number an answer by itself.
  parallel_distributed_insert_select: '0',
  // In seconds: a copy that is away does what is left when it is back.
  distributed_ddl_task_timeout: String(ddlSeconds),
};

/** The first long-supported version that knows all settings above and `arrayFold`. */
const oldestVersion = '24.8';
const noSettings = Object.fromEntries(
  Object.keys({ ...settings, ...settingsOfCluster }).map((name) => [name, undefined]),
);

interface AskedWith {
  readonly values: Readable;
  readonly clickhouse_settings: ClickHouseSettings;
}

export function connectToClickHouse(address: ClickHouseAddress): ClickHouse {
  const client = createClient({
    url: address.origin,
    username: address.username,
    password: address.password,
    database: address.database,
    application: 'docwright',
    request_timeout: longestMilliseconds,
    use_multipart_params_auto: true,
    clickhouse_settings: address.cluster === undefined ? settings : { ...settings, ...settingsOfCluster },
    // What it would log is thrown as well.
    log: { level: 127 },
  });
  const withTypedFaults = async <Result>(work: () => Promise<Result>, isRewrite = false): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw readClickHouseFault(error, address.place, isRewrite);
    }
  };
  const ask = async (statement: Rendered, within: number, more: Partial<AskedWith> = {}) => {
    const abort_signal = AbortSignal.timeout(within);
    const { stream } = await client.exec({ ...withLongValuesInBody(statement), ...more, abort_signal });
    return addAbortSignal(abort_signal, stream);
  };
  const read = async <Row>(
    statement: Rendered,
    within: number,
    more: Pick<Partial<AskedWith>, 'clickhouse_settings'> = {},
  ): Promise<Row[]> => {
    const abort_signal = AbortSignal.timeout(within);
    const answer = await client.query({ ...statement, ...more, format: 'JSONEachRow', abort_signal });
    // A server may fall silent in the middle of its answer, too.
    const giveUp = () => {
      answer.close();
    };
    abort_signal.addEventListener('abort', giveUp, { once: true });
    try {
      return rowsOf(await answer.text()) as Row[];
    } finally {
      abort_signal.removeEventListener('abort', giveUp);
    }
  };
  return {
    placement: placementOf(address),
    proveVersion: () =>
      withTypedFaults(async () => {
        const statement = render(raw('SELECT version() AS version'));
        const without = { clickhouse_settings: noSettings };
        const [{ version } = { version: '0' }] = await read<{ version: string }>(
          statement,
          deliveryMilliseconds,
          without,
        );
        const isOlder = version.localeCompare(oldestVersion, 'en', { numeric: true }) < 0;
        if (isOlder) throw new ClickHouseTooOld(address.place, version, oldestVersion);
      }),
    read: <Row>(statement: Sql, within = answerMilliseconds) =>
      withTypedFaults(() => read<Row>(render(statement), within)),
    run: (statement, within = answerMilliseconds) =>
      withTypedFaults(async () => {
        await readDone(await ask(render(statement), within));
      }),
    rewrite: (statement) =>
      withTypedFaults(async () => {
        await readDone(await ask(render(statement), longestMilliseconds));
      }, true),
    insert: (table, { columns, rows, token }) =>
      withTypedFaults(async () => {
        const statement = raw(`INSERT INTO ${table} (${columns.join(', ')}) FORMAT JSONCompactEachRow`);
        const values = Readable.from(
          rows.map((row) => `${JSON.stringify(row)}\n`),
          { objectMode: false },
        );
        const clickhouse_settings = { insert_deduplication_token: token };
        await readNothing(await ask(render(statement), deliveryMilliseconds, { values, clickhouse_settings }));
      }),
    close: () => client.close(),
  };
}

/** The same server for whoever has a caller waiting with views in his hands. */
export function withDeliverySettings(server: ClickHouse): ClickHouse {
  return {
    ...server,
    read: <Row>(statement: Sql) => server.read<Row>(statement, deliveryMilliseconds),
    run: (statement) => server.run(statement, deliveryMilliseconds),
  };
}
