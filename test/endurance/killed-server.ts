// The real server, and beside it what operators and cron run on the same data: all that one SIGKILL can hit at once.
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { setTimeout as elapse } from 'node:timers/promises';
import { createEmbeddedVisitStore } from '../../src/analytics/visits/embedded/embedded-visit-store.ts';
import { backUpTo } from '../../src/backup/backup-place.ts';
import { readConfig } from '../../src/config/config.ts';
import { createRetiredViews } from '../../src/analytics/retired-views.ts';
import { retireVisits } from '../../src/analytics/retire-visits.ts';
import { createVisitorSalts } from '../../src/analytics/visitor-salts.ts';
import { duration, steadyClock, systemClock } from '../../src/kernel/clock.ts';
import { createLogger } from '../../src/kernel/logger.ts';
import { openApplication } from '../../src/main.ts';
import { openProjects } from '../../src/open-projects.ts';
import { redactSecrets } from '../../src/secrets/redact-secrets.ts';
import { serve } from '../../src/serve.ts';
import { createTrustedTime } from '../../src/trusted-time/trusted-time.ts';
import { shiftClock } from './shifted-clock.ts';

/** What one life of the server is about. */
export interface Life {
  readonly projectId: string;
  /** Pages to be deleted, one after another. */
  readonly pages: readonly string[];
  /** What the product of all views is called from now on. */
  readonly product: string;
  /** The log that is followed. */
  readonly log: string;
  readonly backups: string;
  /** What the clock is ahead by, in milliseconds: from the start, and from some moment on. */
  readonly clock?: { readonly atStart: number; readonly later: number; readonly afterMs: number } | undefined;
}

/** What the process tells: its address once it serves, and each work that came to its end. */
export type Told = { readonly url: string } | { readonly done: Work; readonly page?: string };
export type Work = 'seal' | 'delete' | 'reclassify' | 'backup' | 'retire' | 'refuse to retire';

const tell = (told: Told): void => {
  process.send?.(told);
};
flushCompileCache();
process.on('disconnect', () => process.exit());
// Everything is loaded by now, so that the next process is ready before the last one dies.
const [life] = (await once(process, 'message')) as [Life];
const { clock } = life;
if (clock !== undefined) shiftClock(clock.atStart);
const server = await serve(process.env, {
  leaseMilliseconds: 3_000,
  workerTimes: { pollMilliseconds: 100, renewMilliseconds: 500, watchMilliseconds: 100 },
});
tell({ url: server.url });

const config = readConfig(process.env);
const logger = createLogger({ level: 'error', redact: redactSecrets });
const { projects, analytics } = await openApplication({ config, publicUrl: server.url, logger });
const project = await projects.require(life.projectId);
// Seals and merges small segments, as many as there are in weeks.
const store = createEmbeddedVisitStore({
  directory: config.dataDir,
  clock: systemClock,
  logger,
  threads: 1,
  sealRules: { waitingRows: 200, maximumRows: 20_000, segmentsPerDay: 3 },
});
const over = new AbortController();
void once(process, 'message').then(() => {
  over.abort();
});

const seal = async (): Promise<void> => {
  await store.seal();
  tell({ done: 'seal' });
};
const reclassify = async (): Promise<void> => {
  await analytics.visits.reclassify(life.projectId, (_, current) => ({ ...current, product: life.product }));
  tell({ done: 'reclassify' });
};
const backUp = async (): Promise<void> => {
  await backUpTo({
    dataDirectory: config.dataDir,
    to: life.backups,
    keep: 3,
    isIncremental: true,
    access: config.backup.bucket,
    now: systemClock.now(),
    program: 'endurance',
    passphrase: undefined,
    keyFromEnvironment: undefined,
    onProgress: () => undefined,
  });
  tell({ done: 'backup' });
};
const deletePages = async (): Promise<void> => {
  for (const page of life.pages) {
    await analytics.forgetPage(life.projectId, page);
    tell({ done: 'delete', page });
  }
};
/** What the server does each hour, as if the first hour after its start were over. */
const createRetire = async (): Promise<() => Promise<void>> => {
  const {
    ground,
    projects: all,
    visits,
  } = await openProjects({ config, publicUrl: server.url, logger, lost: undefined });
  const startedAt = steadyClock.now();
  const later = { now: () => steadyClock.now() + (steadyClock.now() - startedAt > 200 ? 61 * duration.minute : 0) };
  const trustedTime = createTrustedTime({ ...ground, steady: later, witnesses: [] });
  const { store: stored } = await visits();
  // As a person would who sees that the clock is right again.
  if (clock?.atStart === 0) await trustedTime.accept();
  return async () => {
    await trustedTime.look();
    const isTrusted = trustedTime.deletionTime() !== undefined;
    const { deletionTime } = trustedTime;
    const [retired, salts] = [createRetiredViews(ground), createVisitorSalts(ground)];
    await retireVisits({ projects: all, store: stored, retired, salts, deletionTime, logger });
    tell({ done: isTrusted ? 'retire' : 'refuse to retire' });
  };
};
/** One after another, since each runs for minutes or hours in life; what is acknowledged is what has been awaited. */
const again = async (pauseMs: number, work: () => Promise<void>): Promise<void> => {
  while (!over.signal.aborted) {
    await work();
    await elapse(pauseMs);
  }
};
const retire = clock === undefined ? undefined : await createRetire();
if (clock !== undefined) {
  setTimeout(() => {
    shiftClock(clock.later);
  }, clock.afterMs);
}
await Promise.all([
  analytics.importLogs(project, { places: [{ file: life.log, follow: over.signal }], format: 'combined' }),
  deletePages(),
  again(400, seal),
  again(1_500, reclassify),
  again(1_500, backUp),
  ...(retire === undefined ? [] : [again(300, retire)]),
]);
await server.stop();
process.exit();
