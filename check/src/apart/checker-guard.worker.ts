// A thread of the checking process that ends the whole of it, however stuck it is: when it has taken too much memory, and
// when nobody is left to take its answer.
import { workerData } from 'node:worker_threads';
import { noteEnd } from './checker-messages.ts';

export interface GuardData {
  readonly parent: number;
  readonly processMegabytes: number;
}

/** How often it looks, in milliseconds: a loop that only takes memory gets some 300 MB in it. */
const every = 200;

const { parent, processMegabytes } = workerData as GuardData;
setInterval(() => {
  const tooLarge = process.memoryUsage.rss() > processMegabytes * 1024 * 1024;
  if (tooLarge) noteEnd('memory');
  if (tooLarge || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, every);
