import type {
  Counts,
  CountQuery,
  LiveAnswer,
  LiveQuery,
  ProjectUsage,
  TimeBucket,
  TimeseriesQuery,
} from '../visit-store.ts';
import { bucketing } from './buckets.ts';
import type { CountRequest, CountResult, CountWorkerData, OpenProject } from './count.worker.ts';
import type { GroupCounts } from './count-parts.ts';
import type { ShareCounts, ShareSeries } from './counter.ts';
import { WorkerThread } from './worker-thread.ts';

/** A whole answer: the rows of all threads in their final order. */
export interface CountedRows {
  /** Of the data; never the same for two states, not even of projects deleted and made again. */
  readonly version: string;
  readonly totals: Counts;
  readonly rows: GroupCounts;
}

/**
 * The counting threads. Each counts its share over the same data version; one question at a time, since every
 * question keeps all of them busy.
 */
export class CountPool {
  readonly #threads: readonly WorkerThread<CountRequest, CountResult>[];
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: { file: string; threads: number; cacheBytes: number }) {
    const { file, threads, cacheBytes } = options;
    this.#threads = Array.from({ length: threads }, (_, index) => {
      const data: CountWorkerData = { file, share: { index, of: threads }, cacheBytes: cacheBytes / threads };
      return new WorkerThread({ url: new URL('./count.worker.ts', import.meta.url), data });
    });
  }

  async count(query: CountQuery): Promise<CountedRows> {
    return this.#inTurn(async () => {
      const project = await this.#open(query.projectId);
      if (!project) return emptyAnswer;
      const request: CountRequest = { kind: 'count', project: project.key, query };
      const shares = await Promise.all(this.#threads.map((thread) => thread.call<ShareCounts>(request)));
      return {
        version: versionText(project),
        totals: addCounts(shares.map((share) => share.site)),
        rows: mergeRows(shares),
      };
    });
  }

  async series(query: TimeseriesQuery): Promise<readonly TimeBucket[]> {
    return this.#inTurn(async () => {
      const project = await this.#open(query.projectId);
      const request: CountRequest = { kind: 'series', project: project?.key ?? 0, query };
      const shares = await Promise.all(this.#threads.map((thread) => thread.call<ShareSeries>(request)));
      return toBuckets(query, shares);
    });
  }

  async live(query: LiveQuery): Promise<LiveAnswer> {
    return this.#askFirst<LiveAnswer>(query.projectId, (project) => ({ kind: 'live', project, query }));
  }

  async usage(projectId: string): Promise<ProjectUsage> {
    return this.#askFirst<ProjectUsage>(projectId, (project) => ({ kind: 'usage', project }));
  }

  async close(): Promise<void> {
    await this.#last;
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** For what needs no sharing of the work; 0 is a project that is not there. */
  async #askFirst<Result extends CountResult>(
    projectId: string,
    requestOf: (project: number) => CountRequest,
  ): Promise<Result> {
    return this.#inTurn(async () => {
      const first = this.#threads[0]!;
      const project = await first.call<OpenProject | undefined>({ kind: 'open', projectId });
      return first.call<Result>(requestOf(project?.key ?? 0));
    });
  }

  /** Every thread begins to read by itself; they begin again until no commit fell between them. */
  async #open(projectId: string): Promise<OpenProject | undefined> {
    for (;;) {
      const opened = await Promise.all(
        this.#threads.map((thread) => thread.call<OpenProject | undefined>({ kind: 'open', projectId })),
      );
      const [first] = opened;
      if (opened.every((other) => other?.key === first?.key && other?.version === first?.version)) return first;
    }
  }
}

/** The version of a project that is not there. */
export const noVersion = '0';
const nothing = new Uint32Array();
/** Of a project that never had a view. */
const emptyAnswer: CountedRows = {
  version: noVersion,
  totals: { human: 0, ai: 0, total: 0 },
  rows: { group: nothing, human: nothing, ai: nothing, total: nothing },
};

export function versionText(project: OpenProject): string {
  return `${project.key}.${project.version}`;
}

function addCounts(all: readonly Counts[]): Counts {
  const sum = (of: keyof Counts) => all.reduce((total, counts) => total + counts[of], 0);
  return { human: sum('human'), ai: sum('ai'), total: sum('total') };
}

/** Shares hold different groups, each in order; the next row is always the first of one of them. */
function mergeRows(shares: readonly ShareCounts[]): GroupCounts {
  const length = shares.reduce((sum, { rank }) => sum + rank.length, 0);
  const make = () => new Uint32Array(length);
  const merged = { group: make(), human: make(), ai: make(), total: make() };
  const cursors = shares.map(() => 0);
  for (let row = 0; row < length; row += 1) {
    let best = -1;
    shares.forEach(({ rank, rows }, index) => {
      const at = cursors[index]!;
      if (at >= rank.length) return;
      const leader = shares[best];
      const leaderAt = cursors[best] ?? 0;
      const isFirst =
        !leader ||
        rows.total[at]! > leader.rows.total[leaderAt]! ||
        (rows.total[at] === leader.rows.total[leaderAt] && rank[at]! < leader.rank[leaderAt]!);
      if (isFirst) best = index;
    });
    const { rows } = shares[best]!;
    const at = cursors[best]!;
    merged.group[row] = rows.group[at]!;
    merged.human[row] = rows.human[at]!;
    merged.ai[row] = rows.ai[at]!;
    merged.total[row] = rows.total[at]!;
    cursors[best] = at + 1;
  }
  return merged;
}

function toBuckets(query: TimeseriesQuery, shares: readonly ShareSeries[]): TimeBucket[] {
  const visitors = addGroups(shares.map((share) => share.visitors));
  const views = addGroups(shares.map((share) => share.views));
  const { bucketOf, startOf } = bucketing(query.interval);
  const seen = [...views.keys()];
  const { from, to } = query.range;
  const first = from === undefined ? Math.min(...seen) : bucketOf(from);
  const last = to === undefined ? Math.max(...seen) : bucketOf(to - 1);
  const none: Counts = { human: 0, ai: 0, total: 0 };
  return Array.from({ length: Math.max(0, last - first + 1) || 0 }, (_, index) => ({
    startMs: startOf(first + index),
    visitors: visitors.get(first + index) ?? none,
    views: views.get(first + index) ?? none,
  }));
}

function addGroups(all: readonly GroupCounts[]): Map<number, Counts> {
  const sums = new Map<number, Counts>();
  for (const { group, human, ai, total } of all) {
    group.forEach((number, row) => {
      const counts = { human: human[row]!, ai: ai[row]!, total: total[row]! };
      const held = sums.get(number);
      if (counts.total > 0) sums.set(number, held ? addCounts([held, counts]) : counts);
    });
  }
  return sums;
}
