import { workerData } from 'node:worker_threads';
import { openVisitDatabase } from '../columns/database.ts';
import { MemoryLedger } from '../columns/memory-ledger.ts';
import { answerCalls } from '../worker-thread.ts';
import { HeldMemory } from './held-memory.ts';
import type { KeptRequest, PrepareRequest, WriteRequest } from './writer.ts';
import type { DailyLimits } from '../../visit-store.ts';
import { createWriter } from './writer.ts';

export interface WriteWorkerData {
  readonly file: string;
  readonly limits: DailyLimits;
  readonly memoryBytes: number;
  readonly ledger: SharedArrayBuffer;
}

const { file, limits, memoryBytes, ledger } = workerData as WriteWorkerData;
const memory = new HeldMemory(memoryBytes, new MemoryLedger(ledger));
const writer = createWriter(openVisitDatabase(file), limits, memory);
answerCalls((request) => {
  const message = request as readonly WriteRequest[] | KeptRequest | PrepareRequest;
  if ('prepares' in message) return writer.prepare(message);
  return 'eventIds' in message ? writer.findKept(message) : writer.commit(message);
});
