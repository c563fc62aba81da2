import { workerData } from 'node:worker_threads';
import { openVisitDatabase } from '../columns/database.ts';
import { answerCalls } from '../worker-thread.ts';
import type { KeptRequest, WriteRequest } from './writer.ts';
import { createWriter } from './writer.ts';

export interface WriteWorkerData {
  readonly file: string;
  readonly maximumPathsPerDay: number;
}

const { file, maximumPathsPerDay } = workerData as WriteWorkerData;
const writer = createWriter(openVisitDatabase(file), maximumPathsPerDay);
answerCalls((request) => {
  const asked = request as readonly WriteRequest[] | KeptRequest;
  return 'eventIds' in asked ? writer.findKept(asked) : writer.commit(asked);
});
