import { AppError, defineError, type ErrorFacts } from '../../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../../outgoing/connection-fault.ts';

export const SnapshotReleased = defineError(
  {
    code: 'snapshot_released',
    status: 410,
    title: 'Snapshot released',
    remedy: 'Begin the export again at offset 0 without `snapshot`, and use the snapshot that the first page names.',
  },
  (snapshot: string) => {
    const message = `The snapshot ${snapshot} is no longer held, or it belongs to another query.`;
    return { message, details: [{ field: 'snapshot', message }] };
  },
);

export const TooManyBuckets = defineError(
  {
    code: 'too_many_buckets',
    status: 400,
    title: 'Too many buckets',
    remedy: 'Ask for a shorter range or a longer `interval`.',
  },
  (buckets: number, maximum: number) => {
    const message = `A timeseries is answered whole: the range has ${buckets} buckets, and an answer at most ${maximum}.`;
    return { message, details: [{ field: 'interval', message }] };
  },
);

export const VisitStoreUnavailable = defineError(
  {
    code: 'visit_store_unavailable',
    status: 503,
    title: 'Visit store unavailable',
    remedy:
      'Send the request again later. If it persists, check free disk space and the permissions of the data directory.',
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
    title: 'Visit store of a newer version',
    remedy: 'Start the version of Docwright that wrote the data directory, or a later one. Nothing was changed.',
  },
  /** `place` begins the sentence "... has schema version". */
  (place: string, found: number, known: number) =>
    `${place} has schema version ${found}; this version of Docwright knows ${known} and older ones.`,
);

const visitsLost =
  'If it is lost for good, `docwright lost visits --yes` goes on with what is there, or with a new file; past visits can be imported from access logs.';

export const VisitFileMissing = defineError(
  {
    code: 'visit_file_missing',
    status: 500,
    title: 'The visits are missing',
    remedy: `Bring the file back, from a backup if need be; if the visits are in ClickHouse, set DOCWRIGHT_VISITS_URL. ${visitsLost}`,
  },
  (file: string) => `${file} is missing or empty, and the database beside it has been used with one.`,
);

export const VisitFileElsewhere = defineError(
  {
    code: 'visit_file_elsewhere',
    status: 500,
    title: 'The visits are in another data directory',
    remedy: `Processes over one PostgreSQL share one data directory as long as visits are a file in it: give all of them the same DOCWRIGHT_DATA_DIR. On several machines keep visits in ClickHouse: \`docwright migrate\` moves them, and each process is given DOCWRIGHT_VISITS_URL. If the file was here, bring it back, from a backup if need be. ${visitsLost}`,
  },
  (file: string) =>
    `${file} is missing or empty, and the PostgreSQL of this process has been used with one, here or in another data directory.`,
);

export const MainDatabaseMissing = defineError(
  {
    code: 'main_database_missing',
    status: 500,
    title: 'The main database is missing',
    remedy:
      'Bring the file back, or restore a backup to another folder with `docwright restore`. To begin anew, move the data directory away.',
  },
  (main: string, visits: string) =>
    `${main} is missing or empty, and ${visits} beside it has been used with a main database.`,
);

export const VisitFileExchanged = defineError(
  {
    code: 'visit_file_exchanged',
    status: 500,
    title: 'These are the visits of another data directory',
    remedy: `Put the file back that belongs here, from a backup if need be. ${visitsLost}`,
  },
  (file: string) => `${file} does not belong to the database beside it.`,
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
      'Check the disk, stop the server and restore `visits.sqlite` from a backup; then import the logs of the time ' +
      'since, which counts nothing twice. Without a backup, `docwright analytics drop-damaged` lists what is damaged and ' +
      'leaves it out; until then it is never counted, and new views are taken.',
    retryable: false,
  };
  readonly damage: Damage;

  constructor(damage: Damage) {
    const { projectId = 'an unknown project', day, piece } = damage;
    const where = day === undefined ? projectId : `${projectId} on ${day}`;
    super(VisitStoreDamaged.facts, `The stored views of ${where} are damaged: \`${piece}\` is not what was written.`);
    this.damage = damage;
  }
}

export const ClickHouseTooOld = defineError(
  {
    code: 'clickhouse_too_old',
    status: 500,
    title: 'ClickHouse of a version that is not supported',
    remedy: 'Bring ClickHouse up to date, or unset DOCWRIGHT_VISITS_URL to keep visits in the data directory.',
  },
  (place: string, found: string, oldest: string) =>
    `ClickHouse at ${place} is of version ${found}; ${oldest} is the oldest that will do.`,
);

export const VisitsLaidOutOtherwise = defineError(
  {
    code: 'visits_laid_out_otherwise',
    status: 409,
    title: 'The tables of ClickHouse were made in another way',
    remedy:
      'Give DOCWRIGHT_VISITS_URL the `cluster` that it had before, or none if it had none. To change that, name a new database; `docwright migrate` moves visits to the data directory, and from there to it.',
  },
  (database: string, isSpread: boolean) => {
    const [are, asked] = ['over the shards of a cluster', 'on one server'];
    return `The tables of the database ${database} are ${isSpread ? are : asked}, and the URL is for tables ${isSpread ? asked : are}.`;
  },
);

export const ClusterShardsChanged = defineError(
  {
    code: 'cluster_shards_changed',
    status: 409,
    title: 'The cluster of ClickHouse has other shards than before',
    remedy:
      'Give the cluster the shards and weights back that it had; copies of a shard may be added and taken away. For other shards name a cluster and a database that are new; `docwright migrate` moves visits to the data directory, and from there to them.',
  },
  /** Shards with their weights, such as `1:1 2:1`. */
  (cluster: string, known: string, found: string) =>
    `Visits are spread over the shards ${known} (number:weight) of the cluster ${cluster}, which now has ${found || 'none'}: visitors would be counted more than once.`,
);

export const DamageOnCluster = defineError(
  {
    code: 'damage_on_cluster',
    status: 501,
    title: 'Damage is not looked for over a cluster',
    remedy:
      'Ask each server of the cluster by itself: `CHECK TABLE view_local`. Parts that are damaged it takes from another copy of its shard by itself.',
  },
  (cluster: string) => `The servers of the cluster ${cluster} look after what they store themselves.`,
);

/** The store of visits is another machine's affair: it restarts or cannot be reached, and comes back. */
export const VisitsAway = defineError(
  {
    code: 'visits_away',
    status: 503,
    title: 'The store of visits does not answer',
    remedy:
      'Try again after the number of seconds in `Retry-After`. If it lasts, look at the log of the server, which has the reason, at host, port and `secure` in DOCWRIGHT_VISITS_URL, and at ClickHouse.',
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
    title: 'ClickHouse does not let the server in',
    remedy:
      'Check user, password, database and TLS in DOCWRIGHT_VISITS_URL. The user must be allowed to create, read, alter and write tables of the database, which must be there. A certificate of your own authority is trusted if DOCWRIGHT_CA_FILE names the file of that authority.',
    retryable: false,
  };

  constructor(place: string, said: string, cause: unknown, fault?: ConnectionFault) {
    super(withRemedy(VisitsRefused.facts, fault), `ClickHouse at ${place} refuses: ${said}`, { cause });
  }
}

export const QuestionTooLarge = defineError(
  {
    code: 'question_too_large',
    status: 503,
    title: 'The question takes too long',
    remedy: 'Ask for a shorter range, or give ClickHouse more processors and memory.',
    retryable: true,
  },
  (cause: unknown) => ({
    message: 'ClickHouse ended the question: it took more time or memory than one may take.',
    cause,
    retryAfterSeconds: 30,
  }),
);

export const VisitSpoolFull = defineError(
  {
    code: 'visit_spool_full',
    status: 503,
    title: 'Too many visits wait for ClickHouse',
    remedy: 'Bring ClickHouse back, or give DOCWRIGHT_VISITS_SPOOL more room. What waits is not lost.',
    retryable: true,
    away: true,
  },
  (maximumBytes: number) => ({
    message: `ClickHouse is away, and ${maximumBytes} bytes of visits wait for it already.`,
    retryAfterSeconds: 30,
  }),
);

export const EmbeddedVisitsLeft = defineError(
  {
    code: 'embedded_visits_left',
    status: 409,
    title: 'The data directory has visits of its own',
    remedy: 'Unset DOCWRIGHT_VISITS_URL to go on with them; or move them with `docwright migrate`.',
  },
  (file: string) => `DOCWRIGHT_VISITS_URL names ClickHouse, and ${file} holds visits already.`,
);
