import { duration } from '../../kernel/clock.ts';
import type { ValuePattern } from './value-pattern.ts';
import type { Classification, ClientSignature, TrafficCategory, View } from './view.ts';

/**
 * Keeps every view and answers exact counts over any range. Every adapter passes the suite in `conformance/`.
 * Each operation may throw `VisitStoreUnavailable`; a project that never had a view reads as empty.
 */
export interface VisitStore {
  /**
   * Keeps the views and adds to the number of those refused per UTC day and reason (an event counts once: under the last
   * reason that it was refused for, and no longer once it is kept); resolves only when that is on disk
   * for good. All of it or, on an error, nothing. Any order and any age: a view for a day long past changes every later
   * answer about that day. Throws RangeError for a view without a visitor id of 16 bytes or a time.
   */
  append(projectId: string, views: readonly View[], drops?: readonly DropCount[]): Promise<AppendOutcome>;

  /** Which of the events are kept already, so that appending them would be a duplicate. Changes nothing. */
  findKept(projectId: string, events: readonly KeptEvent[]): Promise<readonly boolean[]>;

  /**
   * One page of counts per page path (or per value of another dimension), in the order asked for, values ascending by
   * code point, only rows with a total above 0. Throws SnapshotReleased.
   */
  countPage(query: PageQuery): Promise<CountPage>;
  /** All rows of the same answer, in chunks small enough to write to a slow reader. Throws SnapshotReleased. */
  walk(query: WalkQuery): Promise<CountWalk>;
  /**
   * Visitors and views per bucket of time, oldest first, from the first to the last bucket of the range (an open
   * end stops at the first or last view); empty buckets included. Visitors of a bucket are distinct within the bucket.
   * Throws TooManyBuckets.
   */
  timeseries(query: TimeseriesQuery): Promise<readonly TimeBucket[]>;
  /** How many visitors reached goals, each in whatever way or all of them in order. */
  countReached(query: ReachQuery): Promise<ReachAnswer>;
  /** What happened since a moment: distinct visitors, and the newest views first, without those of people that do not count. */
  live(query: LiveQuery): Promise<LiveAnswer>;

  /** Drops of the UTC days that the range touches, by day, then reason. */
  readDrops(projectId: string, range: TimeRange): Promise<readonly DropCount[]>;

  /** Removes everything known about the project. Removing what is not there is no error, here and below. */
  deleteProject(projectId: string): Promise<void>;
  deletePath(projectId: string, path: string): Promise<DeleteOutcome>;
  /** `visitor`: the 16 bytes of the visitor id. */
  deleteVisitor(projectId: string, visitor: Uint8Array): Promise<DeleteOutcome>;
  /** Whether there is anything that `deleteBefore` would remove. */
  hasBefore(projectId: string, timestampMs: number): Promise<boolean>;
  /** Of all that anything is kept of. */
  projects(): Promise<readonly string[]>;
  /** What views of the project may be erased by. Changes nothing. */
  names(projectId: string): Promise<StoredNames>;
  /** Removes whole UTC days that end at or before the moment, their drops too, and ids that nothing refers to any more. */
  deleteBefore(projectId: string, timestampMs: number): Promise<DeleteOutcome>;

  /**
   * Asks `classify` once for every distinct combination of client and classification in the project and stores what
   * it answers; undefined leaves the views as they are. `classify` must be pure. Visitor ids do not change.
   */
  reclassify(projectId: string, classify: Reclassifier): Promise<ReclassifyOutcome>;
  /** Counts again from the stored rows by an independent simple path and compares with what queries answer. */
  verify(projectId: string, onProgress?: (progress: VerifyProgress) => void): Promise<VerifyReport>;
  /** Reads everything that is stored and names what is no longer as it was written, oldest day first. */
  findDamage(projectId: string): Promise<readonly DamagedPiece[]>;
  /** Removes what is damaged for good, so that its days are answered for with what is left. Returns what it removed. */
  dropDamaged(projectId: string): Promise<readonly DamagedPiece[]>;
  usage(projectId: string): Promise<ProjectUsage>;

  /** Waits for appends under way. Nothing may be called afterwards. */
  close(): Promise<void>;
}

export interface AppendOutcome {
  readonly accepted: number;
  /** Views whose event id had been kept before; already counted once, so they count as delivered. */
  readonly duplicates: number;
  /** How many of the accepted views were kept with `(other)` because their day has too many distinct values. */
  readonly folded: number;
}

/** What makes a view one event: see `View.eventId`. */
export interface KeptEvent {
  readonly timestampMs: number;
  readonly eventId: string;
}

/** What stands for paths, user agents, referrers and contexts past the limits per project and UTC day. */
export const otherValue = '(other)';
export interface DailyLimits {
  readonly paths: number;
  /** User agents, referrers, and each of what a context holds or all that it holds together. */
  readonly values: number;
}
export const defaultDailyLimits: DailyLimits = { paths: 100_000, values: 50_000 };

/** Of one timeseries: two years by hour are 17,544. */
export const maximumBuckets = 20_000;

/** Milliseconds since the epoch, `from` inclusive, `to` exclusive, so two equal ends hold nothing; undefined is unbounded. */
export interface TimeRange {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/**
 * Whose views of people (category `human`) count: those of the tracker, of all other sources, or both. `automatic` decides for
 * each UTC day: the tracker's, if it had reported before that day began and reported on it; else the server's. On the first day
 * of the tracker its own count where no server saw a person, since there is nobody else to tell.
 */
export const humanSources = ['automatic', 'tracker', 'server', 'both'] as const;
export type HumanSource = (typeof humanSources)[number];

/** Which categories count as human and which as AI; a category in neither list is not counted. The lists are disjoint. */
export interface ClassMapping {
  readonly human: readonly TrafficCategory[];
  readonly ai: readonly TrafficCategory[];
  readonly humanSource: HumanSource;
}

/** The mapping of a project with no choices made; see `visitor-analytics.md`. */
export const defaultMapping: ClassMapping = {
  human: ['human'],
  ai: ['assistant', 'coding_agent', 'markdown_client'],
  humanSource: 'automatic',
};

/**
 * `agent` is the product's name. `browser`, `os` and `device` are what the user agent says, under the rules of today.
 * `entryPage` and `exitPage` are where the visit of the view began and ended: see `visitPauseMilliseconds`.
 */
export const dimensions = [
  'path',
  'agent',
  'category',
  'referrer',
  'country',
  'source',
  'verdict',
  'entryPage',
  'exitPage',
  'browser',
  'os',
  'device',
  'host',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'status',
] as const;
export type Dimension = (typeof dimensions)[number];
/**
 * A visit is what one visitor viewed without a pause of this length, of views that are counted and lie in the range; those of one
 * millisecond in the order of their paths. Filters choose views of visits, not visits of views.
 */
export const visitPauseMilliseconds = 30 * duration.minute;
/** The value of a row whose views have nothing in the dimension, such as no referrer. */
export const noValue = '(none)';

/**
 * Which views are looked at, by what they have in a dimension, as a breakdown writes it: `noValue` where they have nothing.
 * A view must fit one of `anyOf`, unless there is none, and none of `noneOf`; and every filter of a query.
 */
export interface Filter {
  readonly dimension: Dimension;
  readonly anyOf: readonly ValuePattern[];
  readonly noneOf: readonly ValuePattern[];
}

/** What rows are in the order of: a count, most first, rows of the same count by value; or the value. */
export const rowOrders = ['total', 'human', 'ai', 'value'] as const;
export type RowOrder = (typeof rowOrders)[number];

export interface CountQuery {
  readonly projectId: string;
  /** Distinct visitors, or the number of views. */
  readonly measure: 'visitors' | 'views';
  readonly dimension: Dimension;
  readonly range: TimeRange;
  readonly mapping: ClassMapping;
  readonly filters?: readonly Filter[] | undefined;
  /** Undefined: by total. */
  readonly order?: RowOrder | undefined;
}

export interface WalkQuery extends CountQuery {
  /** Only rows whose value contains this text, in any case of letters; totals stay those of all rows. */
  readonly search?: string | undefined;
  /** Of an earlier page of the same query, with this or another search: answer from the same data version. */
  readonly snapshot: string | undefined;
}

export interface PageQuery extends WalkQuery {
  readonly limit: number;
  readonly offset: number;
}

export interface Counts {
  readonly human: number;
  readonly ai: number;
  /** Human and AI together; for visitors each id once, so not their sum. */
  readonly total: number;
}

export interface CountRow extends Counts {
  /** The path, or the value of the dimension. */
  readonly value: string;
}

export interface CountPage {
  readonly totals: Counts;
  readonly rows: readonly CountRow[];
  readonly hasMore: boolean;
  /** Names the data version and query; held at least 10 minutes after its last use, while this process lives. */
  readonly snapshot: string;
}

export interface CountWalk {
  readonly snapshot: string;
  /** Throws SnapshotReleased where a deletion took a value that was still to come. */
  readonly rows: AsyncIterable<readonly CountRow[]>;
}

export interface TimeseriesQuery {
  readonly projectId: string;
  /** Weeks begin on Monday. */
  readonly interval: 'minute' | 'hour' | 'day' | 'week' | 'month';
  /** Of the IANA database, one that there is: whose days the buckets are. Undefined: UTC. */
  readonly timeZone?: string | undefined;
  readonly range: TimeRange;
  readonly mapping: ClassMapping;
  readonly filters?: readonly Filter[] | undefined;
}

/** A set of views and events: those of one of the pages, or of one of the names. */
export interface Goal {
  readonly paths: readonly ValuePattern[];
  readonly events: readonly ValuePattern[];
}

/** Of a query that asks for them in order. */
export const maximumSteps = 8;

export interface ReachQuery {
  readonly projectId: string;
  /** Of the views, and of what reaches a goal. */
  readonly range: TimeRange;
  readonly mapping: ClassMapping;
  /** Whose views it is about: visitors with a view that passes; by which views they reach a goal does not matter. */
  readonly filters?: readonly Filter[] | undefined;
  readonly goals: readonly Goal[];
  /**
   * A funnel: each goal after the one before, by a view or event of its own. What falls on one millisecond is in the order of the
   * paths, and on one page in that of the names, the view first. At most `maximumSteps` goals then.
   */
  readonly inOrder: boolean;
}

export interface ReachAnswer {
  /** Of the views that pass the filters. */
  readonly visitors: Counts;
  /** By goal: those of them who reached it, as the class that they came as. */
  readonly reached: readonly Counts[];
}

export interface TimeBucket {
  /** Milliseconds; the bucket's nominal start, which may lie before `range.from`. */
  readonly startMs: number;
  readonly visitors: Counts;
  readonly views: Counts;
}

export interface LiveQuery {
  readonly projectId: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly mapping: ClassMapping;
  /** How many of the newest views to return. */
  readonly limit: number;
}

export interface LiveAnswer {
  readonly visitors: Counts;
  readonly recent: readonly LiveView[];
}

export interface LiveView {
  readonly timestampMs: number;
  readonly path: string;
  readonly classification: Classification;
  readonly country: string | undefined;
}

export interface DropCount {
  /** UTC day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly reason: string;
  readonly count: number;
  /** Event ids of those that have one: such an event counts once on its day, and not at all while it is kept as a view. */
  readonly events?: readonly string[];
}

/** Every visitor, as 16 bytes, and every page; of what was deleted lately some may still be among them. */
export interface StoredNames {
  readonly visitors: readonly Uint8Array[];
  readonly paths: readonly string[];
}

export interface DeleteOutcome {
  readonly views: number;
}

export type Reclassifier = (client: ClientSignature, current: Classification) => Classification | undefined;

export interface ReclassifyOutcome {
  /** Views that now have another classification. */
  readonly views: number;
  /** Distinct combinations asked about. */
  readonly combinations: number;
}

/** In views; each is looked at several times. */
export interface VerifyProgress {
  readonly done: number;
  readonly total: number;
}

export interface VerifyReport {
  readonly ok: boolean;
  readonly views: number;
  /** How many counts were compared. */
  readonly compared: number;
  /** A sentence for each of the first 20 differences. */
  readonly differences: readonly string[];
}

export interface DamagedPiece {
  /** UTC day, `YYYY-MM-DD`; undefined where it may be any. */
  readonly day: string | undefined;
  /**
   * A batch waits to be sealed, a segment is sealed, the list says which of them there are. Without their damaged text
   * views stay, under another name. Drops are numbers of refused views. A filter and a block follow from segments and are made again.
   * Visitors are their ids: without one who comes again counts as another. A counter says which numbers were given; a
   * deletion was asked for, and has to be asked for again.
   */
  readonly kind:
    'batch' | 'segment' | 'list' | 'text' | 'drops' | 'filter' | 'block' | 'visitor' | 'counter' | 'deletion';
  /** What of it is not what was written, such as a column. */
  readonly piece: string;
  readonly bytes: number;
  /** How many views it held, as far as that is known; 0 for the list. */
  readonly views: number;
}

export interface ProjectUsage {
  readonly views: number;
  /** Distinct ids ever seen and not removed since. */
  readonly visitors: number;
  readonly paths: number;
  /** UTC days, `YYYY-MM-DD`; undefined while there is no view. */
  readonly firstDay: string | undefined;
  readonly lastDay: string | undefined;
  readonly storedBytes: number;
}
