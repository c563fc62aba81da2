import { workerData } from 'node:worker_threads';
import { openVisitDatabase } from './database.ts';
import { answerGroups } from './worker-thread.ts';
import type { WriteRequest } from './writer.ts';
import { createWriter } from './writer.ts';

export interface WriteWorkerData {
  readonly file: string;
  readonly maximumPathsPerDay: number;
}

/** Messages in one commit: those that the main thread sends before it waits. */
const maximumGroup = 2;

const { file, maximumPathsPerDay } = workerData as WriteWorkerData;
const writer = createWriter(openVisitDatabase(file), maximumPathsPerDay);
answerGroups((messages) => {
  const groups = messages as (readonly WriteRequest[])[];
  const outcomes = writer.commit(groups.flat());
  let from = 0;
  return groups.map((group) => outcomes.slice(from, (from += group.length)));
}, maximumGroup);
