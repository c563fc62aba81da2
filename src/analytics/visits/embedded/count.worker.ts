import { workerData } from 'node:worker_threads';
import type { CountQuery, LiveAnswer, LiveQuery, ProjectUsage, TimeseriesQuery } from '../visit-store.ts';
import type { ShareCounts, ShareSeries } from './counter.ts';
import { Counter } from './counter.ts';
import { openVisitDatabase } from './database.ts';
import type { Share } from './share.ts';
import { answerGroups } from './worker-thread.ts';

export interface CountWorkerData {
  readonly file: string;
  readonly share: Share;
  readonly cacheBytes: number;
}

/** `open` begins a read; each of the others answers from it and ends it. */
export type CountRequest =
  | { readonly kind: 'open'; readonly projectId: string }
  | { readonly kind: 'count'; readonly project: number; readonly query: CountQuery }
  | { readonly kind: 'series'; readonly project: number; readonly query: TimeseriesQuery }
  | { readonly kind: 'usage'; readonly project: number }
  | { readonly kind: 'live'; readonly project: number; readonly query: LiveQuery };

export interface OpenProject {
  readonly key: number;
  readonly version: number;
}

export type CountResult = OpenProject | undefined | ShareCounts | ShareSeries | LiveAnswer | ProjectUsage;

const { file, share, cacheBytes } = workerData as CountWorkerData;
const counter = new Counter({ database: openVisitDatabase(file), share, cacheBytes });

function answer(request: CountRequest): CountResult {
  if (request.kind === 'open') return counter.open(request.projectId);
  try {
    switch (request.kind) {
      case 'count':
        return counter.count(request.project, request.query);
      case 'series':
        return counter.series(request.project, request.query);
      case 'live':
        return counter.live(request.project, request.query);
      case 'usage':
        return counter.usage(request.project);
    }
  } finally {
    counter.end();
  }
}

answerGroups((requests) => (requests as CountRequest[]).map(answer), 1);
