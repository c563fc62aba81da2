/**
 * Child of the test of a full disk: appends until the file may not grow any more, seals, and says what was acknowledged
 * and what the error was.
 */
import { createEmbeddedVisitStore } from '../../src/analytics/visits/embedded/embedded-visit-store.ts';
import { AppError } from '../../src/kernel/app-error.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { crashProject, viewsOfEvents } from './crash-commands.ts';

const [directory = ''] = process.argv.slice(2);
const store = createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 1 });
const events = 500;

async function fill(): Promise<{ acknowledged: number; error: AppError }> {
  for (let acknowledged = 0; ; acknowledged += events) {
    try {
      await store.append(crashProject, viewsOfEvents(acknowledged, acknowledged + events));
    } catch (error) {
      if (error instanceof AppError) return { acknowledged, error };
      throw error;
    }
  }
}

async function isRefused(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => false,
    () => true,
  );
}

const { acknowledged, error } = await fill();
const isRefusedAgain = await isRefused(store.append(crashProject, viewsOfEvents(acknowledged, acknowledged + events)));
const isSealRefused = await isRefused(
  store.seal({ waitingRows: 1, maximumRows: 1_000_000, segmentsPerDay: 2, idsPerPage: 64, blockRows: 1 }),
);
const { views } = await store.usage(crashProject);
await store.close();
const { facts, message } = error;
console.log(JSON.stringify({ acknowledged, isRefusedAgain, isSealRefused, views, message, ...facts }));
