import type {
  Counts,
  CountQuery,
  LiveAnswer,
  LiveQuery,
  ProjectUsage,
  TimeBucket,
  TimeseriesQuery,
  ReachAnswer,
  ReachQuery,
} from '../../visit-store.ts';
import { MemoryLedger } from '../columns/memory-ledger.ts';
import { fillBuckets } from '../../buckets.ts';
import type { GroupCounts } from '../count/group-counts.ts';
import type { CountRequest, CountResult, CountWorkerData, OpenProject, SearchQuery } from '../count/count.worker.ts';
import type { SeriesCounts } from '../count/part-reader.ts';
import type { SortedCounts } from '../count/sorted-counts.ts';
import { addShares } from '../count/sorted-counts.ts';
import { WorkerThread } from '../worker-thread.ts';

export interface CountedRows extends SortedCounts {
  /** Of the data; never the same for two states, not even of projects deleted and made again. */
  readonly version: string;
}

const end: CountRequest = { kind: 'end' };

/**
 * The counting threads. Each counts its share over the same data version; one question at a time, since every
 * question keeps all of them busy.
 */
export class CountPool {
  readonly #threads: readonly WorkerThread<CountRequest, CountResult>[];
  /** Also does what is not worth sharing. */
  readonly #first: WorkerThread<CountRequest, CountResult>;
  #last: Promise<unknown> = Promise.resolve();

  /** One of each thread. */
  readonly ledgers: readonly MemoryLedger[];

  constructor(options: { file: string; threads: number; cacheBytes: number }) {
    const { file, threads, cacheBytes } = options;
    this.ledgers = Array.from({ length: threads }, () => new MemoryLedger());
    const open = (index: number) => {
      const ledger = this.ledgers[index]!.buffer;
      const data: CountWorkerData = { file, share: { index, of: threads }, cacheBytes: cacheBytes / threads, ledger };
      const url = new URL('../count/count.worker.ts', import.meta.url);
      return new WorkerThread<CountRequest, CountResult>({ url, data });
    };
    this.#first = open(0);
    this.#threads = [this.#first, ...Array.from({ length: threads - 1 }, (_, index) => open(index + 1))];
  }

  async count(query: CountQuery): Promise<CountedRows> {
    return this.#inTurn(async () => {
      const project = await this.#open(query.projectId);
      if (!project) return emptyAnswer;
      const count = (isSortedNext: boolean): CountRequest => ({
        kind: 'count',
        project: project.key,
        query,
        isSortedNext,
      });
      const shares = await Promise.all(
        this.#threads.map((thread, index) => thread.call<GroupCounts>(count(index === 0))),
      );
      const sorted = await this.#first.call<SortedCounts>({ kind: 'sort', project: project.key, query, shares });
      return { ...sorted, version: versionText(project) };
    });
  }

  async series(query: TimeseriesQuery): Promise<readonly TimeBucket[]> {
    return this.#inTurn(async () => {
      const project = await this.#open(query.projectId);
      const request: CountRequest = { kind: 'series', project: project?.key ?? 0, query };
      const shares = await Promise.all(this.#threads.map((thread) => thread.call<SeriesCounts>(request)));
      return toBuckets(query, shares);
    });
  }

  async reached(query: ReachQuery): Promise<ReachAnswer> {
    return this.#inTurn(async () => {
      const project = await this.#open(query.projectId);
      const request: CountRequest = { kind: 'reached', project: project?.key ?? 0, query };
      const shares = await Promise.all(this.#threads.map((thread) => thread.call<ReachAnswer>(request)));
      return {
        visitors: sumOf(shares.map(({ visitors }) => visitors)),
        reached: query.goals.map((_, goal) => sumOf(shares.flatMap(({ reached }) => reached[goal] ?? []))),
      };
    });
  }

  /** Positions of the groups whose text contains the search, or has been deleted. */
  async search(query: SearchQuery): Promise<Uint32Array> {
    return this.#askFirst<Uint32Array>(query.projectId, (project) => ({ kind: 'search', project, query }));
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
    const turn = this.#last.then(work).catch(async (error: unknown) => {
      // Of the threads that could begin, or that wait for `sort`; whoever reads keeps the log from being emptied.
      await Promise.allSettled(this.#threads.filter((thread) => thread.isAwake).map((thread) => thread.call(end)));
      throw error;
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** For what needs no sharing of the work; 0 is a project that is not there. */
  async #askFirst<Result extends CountResult>(
    projectId: string,
    requestOf: (project: number) => CountRequest,
  ): Promise<Result> {
    return this.#inTurn(async () => {
      const project = await this.#first.call<OpenProject | undefined>({ kind: 'open', projectId });
      return this.#first.call<Result>(requestOf(project?.key ?? 0));
    });
  }

  /** Every thread begins to read by itself; they begin again until no commit fell between them. */
  async #open(projectId: string): Promise<OpenProject | undefined> {
    // First all of them start, which may take long: none holds its read meanwhile.
    await Promise.all(this.#threads.filter((thread) => !thread.isAwake).map((thread) => thread.call(end)));
    for (;;) {
      const opened = await Promise.all(
        this.#threads.map((thread) => thread.call<OpenProject | undefined>({ kind: 'open', projectId })),
      );
      const [first] = opened;
      if (opened.every((project) => project?.key === first?.key && project?.version === first?.version)) return first;
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

/** Visitors are shared out, so that nobody is in two of them. */
function sumOf(counts: readonly Counts[]): Counts {
  const zeroCounts: Counts = { human: 0, ai: 0, total: 0 };
  return counts.reduce(
    (sum, { human, ai, total }) => ({ human: sum.human + human, ai: sum.ai + ai, total: sum.total + total }),
    zeroCounts,
  );
}

/** Throws TooManyBuckets. */
function toBuckets(query: TimeseriesQuery, shares: readonly SeriesCounts[]): TimeBucket[] {
  return fillBuckets(query, {
    visitors: countsByGroup(addShares(shares.map((share) => share.visitors))),
    views: countsByGroup(addShares(shares.map((share) => share.views))),
  });
}

/** In ascending order of the groups, those without a view left out. */
function countsByGroup({ group, human, ai, total }: GroupCounts): Map<number, Counts> {
  const counts = new Map<number, Counts>();
  group.forEach((number, row) => {
    if (total[row]! > 0) counts.set(number, { human: human[row]!, ai: ai[row]!, total: total[row]! });
  });
  return counts;
}
