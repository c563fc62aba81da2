import { AppError, defineError, type ErrorFacts } from '../../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../../outgoing/connection-fault.ts';

export const SnapshotReleased = defineError(
  {
    code: 'snapshot_released',
    status: 410,
    title: 'Snapshot released',
    remedy: 'Restart the export at offset 0 without `snapshot`, then use the snapshot of its first page.',
  },
  (snapshot: string) => {
    const message = `The snapshot ${snapshot} is no longer available, or belongs to another query.`;
    return { message, details: [{ field: 'snapshot', message }] };
  },
);

export const TooManyBuckets = defineError(
  {
    code: 'too_many_buckets',
    status: 400,
    title: 'Too many buckets',
    remedy: 'Use a shorter range or a longer `interval`.',
  },
  (buckets: number, maximum: number) => {
    const message = `The range has ${buckets} buckets, but a time series may have at most ${maximum}.`;
    return { message, details: [{ field: 'interval', message }] };
  },
);

export const VisitStoreUnavailable = defineError(
  {
    code: 'visit_store_unavailable',
    status: 503,
    title: 'Visit store unavailable',
    remedy: 'Try again later. If it persists, check the free disk space and the permissions of the data directory.',
    retryable: true,
  },
  (cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { message: `The visit store could not finish the operation: ${reason}`, cause, retryAfterSeconds: 5 };
  },
);

export const VisitStoreTooNew = defineError(
  {
    code: 'visit_store_too_new',
    status: 500,
    title: 'Visits from a newer version',
    remedy: 'Start the version that wrote the data directory, or a later one. Nothing was changed.',
  },
  /** `place` begins the sentence "... has schema version". */
  (place: string, version: number, supported: number) =>
    `${place} has schema version ${version}, but this version of Docwright supports only ${supported} and older.`,
);

const visitsLost =
  'If it is lost for good, run `docwright lost visits --yes` to continue with the current file or a new one. Past visits can be imported from access logs.';

export const VisitFileMissing = defineError(
  {
    code: 'visit_file_missing',
    status: 500,
    title: 'Visits missing',
    remedy: `Restore the file, from a backup if necessary. If the visits are in ClickHouse, set DOCWRIGHT_VISITS_URL. ${visitsLost}`,
  },
  (file: string) => `${file} is missing or empty, but the database has been used with one.`,
);

export const VisitFileElsewhere = defineError(
  {
    code: 'visit_file_elsewhere',
    status: 500,
    title: 'Visits in another data directory',
    remedy: `Without ClickHouse, all processes on one PostgreSQL database must share a data directory: set the same DOCWRIGHT_DATA_DIR for all. For several machines, move visits to ClickHouse with \`docwright migrate\`, and set DOCWRIGHT_VISITS_URL for every process. If the file was here, restore it, from a backup if necessary. ${visitsLost}`,
  },
  (file: string) =>
    `${file} is missing or empty, but this PostgreSQL database has been used with one, here or in another data directory.`,
);

export const MainDatabaseMissing = defineError(
  {
    code: 'main_database_missing',
    status: 500,
    title: 'Main database missing',
    remedy:
      'Restore the file, or restore a backup to another folder with `docwright restore`. To start over, move the data directory away.',
  },
  (main: string, visits: string) => `${main} is missing or empty, but ${visits} has been used with a main database.`,
);

export const VisitFileExchanged = defineError(
  {
    code: 'visit_file_exchanged',
    status: 500,
    title: 'Visits of another data directory',
    remedy: `Restore the file that belongs here, from a backup if necessary. ${visitsLost}`,
  },
  (file: string) => `${file} does not belong to this database.`,
);

/** Where stored views can no longer be read as they were written. */
export interface Damage {
  /** Undefined where the project itself cannot be told. */
  readonly projectId: string | undefined;
  /** `YYYY-MM-DD`; undefined where it may be any. */
  readonly day: string | undefined;
  /** What of it, such as the name of a column. */
  readonly piece: string;
}

export class VisitStoreDamaged extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'visit_store_damaged',
    status: 500,
    title: 'Stored visits damaged',
    remedy:
      'Check the disk, stop the server and restore `visits.sqlite` from a backup. Then import the logs since that backup; ' +
      'nothing counts twice. Without a backup, `docwright analytics drop-damaged` lists the damage and can remove it. Until ' +
      'then, damaged views are not counted, and new views are still collected.',
    retryable: false,
  };
  readonly damage: Damage;

  constructor(damage: Damage) {
    const { projectId = 'an unknown project', day, piece } = damage;
    const where = day === undefined ? projectId : `${projectId} on ${day}`;
    super(
      VisitStoreDamaged.facts,
      `The stored views of ${where} are damaged: \`${piece}\` differs from what was written.`,
    );
    this.damage = damage;
  }
}

export const ClickHouseTooOld = defineError(
  {
    code: 'clickhouse_too_old',
    status: 500,
    title: 'Unsupported ClickHouse version',
    remedy: 'Update ClickHouse, or unset DOCWRIGHT_VISITS_URL to keep visits in the data directory.',
  },
  (place: string, version: string, oldest: string) =>
    `ClickHouse at ${place} has version ${version}; it must be ${oldest} or newer.`,
);

export const VisitsLaidOutOtherwise = defineError(
  {
    code: 'visits_laid_out_otherwise',
    status: 409,
    title: 'ClickHouse cluster setting changed',
    remedy:
      'Restore the previous `cluster` in DOCWRIGHT_VISITS_URL, or remove it if there was none. To change it, use a new database: move visits to the data directory with `docwright migrate`, and from there to the new database.',
  },
  (database: string, isSpread: boolean) => {
    const [are, requested] = ['over the shards of a cluster', 'on one server'];
    return `The tables of the database ${database} are ${isSpread ? are : requested}, and the URL is for tables ${isSpread ? requested : are}.`;
  },
);

export const ClusterShardsChanged = defineError(
  {
    code: 'cluster_shards_changed',
    status: 409,
    title: 'ClickHouse shards changed',
    remedy:
      "Restore the cluster's previous shards and weights. Replicas may be added and removed. To change shards, use a new cluster and database: move visits to the data directory with `docwright migrate`, and from there to the new database.",
  },
  /** Shards with their weights, such as `1:1 2:1`. */
  (cluster: string, expected: string, actual: string) =>
    `Visits are spread over the shards ${expected} (number:weight) of the cluster ${cluster}, which now has ${actual || 'none'}: visitors would be counted more than once.`,
);

export const DamageOnCluster = defineError(
  {
    code: 'damage_on_cluster',
    status: 501,
    title: 'Not available on a cluster',
    remedy:
      'Run `CHECK TABLE view_local` on each server of the cluster. A server replaces damaged parts from a replica automatically.',
  },
  (cluster: string) => `Each server of the cluster ${cluster} checks its own data.`,
);

/** The store of visits is another machine's affair: it restarts or cannot be reached, and comes back. */
export const VisitsAway = defineError(
  {
    code: 'visits_away',
    status: 503,
    title: 'Visit store not responding',
    remedy:
      "Try again after the number of seconds in `Retry-After`. If it persists, check the server's log for the reason, host, port and `secure` in DOCWRIGHT_VISITS_URL, and ClickHouse.",
    retryable: true,
    away: true,
  },
  /** `reason` ends the sentence "ClickHouse at ...". */
  (place: string, cause: unknown, reason?: string) => ({
    message: `ClickHouse at ${place} ${reason ?? 'cannot be reached or is too busy'}.`,
    cause,
    retryAfterSeconds: 5,
  }),
);

export class VisitsRefused extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'visits_refused',
    status: 500,
    title: 'ClickHouse refused the connection',
    remedy:
      'Check user, password, database and TLS in DOCWRIGHT_VISITS_URL. The database must exist, and the user must be allowed to create, read, alter and write its tables. For your own certificate authority, set DOCWRIGHT_CA_FILE.',
    retryable: false,
  };

  constructor(place: string, reason: string, cause: unknown, fault?: ConnectionFault) {
    super(withRemedy(VisitsRefused.facts, fault), `ClickHouse at ${place} refused: ${reason}`, { cause });
  }
}

export const QuestionTooLarge = defineError(
  {
    code: 'question_too_large',
    status: 503,
    title: 'Query too expensive',
    remedy: 'Use a shorter range, or give ClickHouse more processors and memory.',
    retryable: true,
  },
  (cause: unknown) => ({
    message: 'ClickHouse stopped the query because it exceeded the time or memory limit.',
    cause,
    retryAfterSeconds: 30,
  }),
);

export const VisitSpoolFull = defineError(
  {
    code: 'visit_spool_full',
    status: 503,
    title: 'Too many waiting visits',
    remedy: 'Restore ClickHouse, or raise DOCWRIGHT_VISITS_SPOOL. Waiting visits are not lost.',
    retryable: true,
    away: true,
  },
  (maximumBytes: number) => ({
    message: `ClickHouse is unavailable, and ${maximumBytes} bytes of visits already wait for it.`,
    retryAfterSeconds: 30,
  }),
);

export const EmbeddedVisitsLeft = defineError(
  {
    code: 'embedded_visits_left',
    status: 409,
    title: 'Data directory already has visits',
    remedy: 'Unset DOCWRIGHT_VISITS_URL to keep using them, or move them with `docwright migrate`.',
  },
  (file: string) => `DOCWRIGHT_VISITS_URL points to ClickHouse, but ${file} already contains visits.`,
);
