import { workerData } from 'node:worker_threads';
import type {
  CountQuery,
  Dimension,
  LiveAnswer,
  LiveQuery,
  ProjectUsage,
  ReachAnswer,
  ReachQuery,
  TimeseriesQuery,
} from '../../visit-store.ts';
import { openVisitDatabase } from '../columns/database.ts';
import { MemoryLedger } from '../columns/memory-ledger.ts';
import { answerCalls } from '../worker-thread.ts';
import type { GroupCounts } from './group-counts.ts';
import type { SeriesCounts } from './part-reader.ts';
import { Counter } from './counter.ts';
import type { Share } from './share.ts';
import type { SortedCounts } from './sorted-counts.ts';

export interface CountWorkerData {
  readonly file: string;
  readonly share: Share;
  readonly cacheBytes: number;
  readonly ledger: SharedArrayBuffer;
}

/** `open` begins a read; each of the others answers from it and ends it, but for a `count` that `sort` comes after. */
export type CountRequest =
  | { readonly kind: 'open'; readonly projectId: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'count'; readonly project: number; readonly query: CountQuery; readonly isSortedNext: boolean }
  | {
      readonly kind: 'sort';
      readonly project: number;
      readonly query: CountQuery;
      readonly shares: readonly GroupCounts[];
    }
  | { readonly kind: 'series'; readonly project: number; readonly query: TimeseriesQuery }
  | { readonly kind: 'reached'; readonly project: number; readonly query: ReachQuery }
  | { readonly kind: 'search'; readonly project: number; readonly query: SearchQuery }
  | { readonly kind: 'usage'; readonly project: number }
  | { readonly kind: 'live'; readonly project: number; readonly query: LiveQuery };

export interface SearchQuery {
  readonly projectId: string;
  readonly dimension: Dimension;
  readonly search: string;
  readonly groups: Uint32Array;
}

export interface OpenProject {
  readonly key: number;
  readonly version: number;
}

export type CountResult =
  | OpenProject
  | undefined
  | ReachAnswer
  | GroupCounts
  | SortedCounts
  | SeriesCounts
  | Uint32Array
  | LiveAnswer
  | ProjectUsage;

const { file, share, cacheBytes, ledger: buffer } = workerData as CountWorkerData;
const ledger = new MemoryLedger(buffer);
const onCacheChange = (bytes: number): void => {
  ledger.add('counting', bytes);
  ledger.noteLoad('counting');
};
const counter = new Counter({ database: openVisitDatabase(file), share, cacheBytes, onCacheChange });

/** Answers from the read that is open. `count` leaves it open where `sort` comes next. */
function read(request: Exclude<CountRequest, { kind: 'open' }>): CountResult {
  switch (request.kind) {
    case 'end':
      return undefined;
    case 'count':
      return counter.count(request.project, request.query);
    case 'sort':
      return counter.sort(request.project, request.query, request.shares);
    case 'series':
      return counter.series(request.project, request.query);
    case 'reached':
      return counter.reached(request.project, request.query);
    case 'search':
      return counter.search(request.project, request.query);
    case 'live':
      return counter.live(request.project, request.query);
    case 'usage':
      return counter.usage(request.project);
  }
}

function answer(request: CountRequest): CountResult {
  if (request.kind === 'open') return counter.open(request.projectId);
  let isReadOver = true;
  try {
    const result = read(request);
    isReadOver = !(request.kind === 'count' && request.isSortedNext);
    return result;
  } finally {
    if (isReadOver) counter.end();
  }
}

answerCalls((request) => answer(request as CountRequest));
