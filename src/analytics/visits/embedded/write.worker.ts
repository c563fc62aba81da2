import { workerData } from 'node:worker_threads';
import { openVisitDatabase } from './database.ts';
import { answerGroups } from './worker-thread.ts';
import type { WriteRequest } from './writer.ts';
import { createWriter } from './writer.ts';

export interface WriteWorkerData {
  readonly file: string;
  readonly maximumPathsPerDay: number;
}

/** Requests in one commit; bounds how long one of them waits for its neighbours. */
const maximumGroup = 500;

const { file, maximumPathsPerDay } = workerData as WriteWorkerData;
const writer = createWriter(openVisitDatabase(file), maximumPathsPerDay);
answerGroups((requests) => writer.commit(requests as WriteRequest[]), maximumGroup);
