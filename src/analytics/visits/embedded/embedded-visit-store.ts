import { remedyAt } from '../../../kernel/app-error.ts';
import { mkdirSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unwatchedWork, type BackgroundWork } from '../../../kernel/background-work.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { duration } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type {
  Dimension,
  CountQuery,
  DamagedPiece,
  DeleteOutcome,
  StoredNames,
  VerifyProgress,
  VerifyReport,
  VisitStore,
} from '../visit-store.ts';
import type { VisitMemory } from '../visit-memory.ts';
import { defaultDailyLimits, type DailyLimits } from '../visit-store.ts';
import { VisitStoreDamaged, type Damage } from '../errors.ts';
import { CountPool } from './answer/count-pool.ts';
import { HeldResults } from './answer/held-results.ts';
import { PagedCounts } from './answer/paged-counts.ts';
import { ProjectReader } from './answer/project-reader.ts';
import { openVisitDatabase } from './columns/database.ts';
import { askedColumnOf, type AskedListing } from './columns/stored-blocks.ts';
import { MemoryLedger, sumUsage } from './columns/memory-ledger.ts';
import type { MaintainRequest, MaintainResult } from './upkeep/maintain.worker.ts';
import type { Combination, Replacement } from './upkeep/reclassify.ts';
import type { SealRules } from './upkeep/sealer.ts';
import { defaultSealRules } from './upkeep/sealer.ts';
import { WorkerThread } from './worker-thread.ts';
import { packEvents } from './write/packed-views.ts';
import { WriteQueue } from './write/write-queue.ts';
import type { WriteWorkerData } from './write/write.worker.ts';
import type { KeptRequest, PrepareRequest, WriteOutcome, WriteRequest } from './write/writer.ts';

export interface EmbeddedVisitStoreOptions {
  /** Where `visits.sqlite` is, or will be made. */
  readonly directory: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly work?: BackgroundWork | undefined;
  /** Counting threads; as many as there are cores, at most 4, unless given. */
  readonly threads?: number;
  /** What all threads together keep in memory of what is stored; by the memory of the machine unless given. */
  readonly memoryBytes?: number | undefined;
  readonly limits?: DailyLimits;
  readonly sealRules?: SealRules;
}

export interface EmbeddedVisitStore extends VisitStore {
  readonly memory: VisitMemory;
  /** What somebody came across that is not as it was written. Cheap. */
  knownDamage(): readonly Damage[];
  /** Seals and merges what is due, which the store also does by itself. Returns the number of segments written. */
  seal(rules?: SealRules): Promise<number>;
  /**
   * Reads what the first views after a start would wait for, of the projects that were written to last, as far as it fits. For a
   * process that stays; it may be closed meanwhile.
   */
  prepare(): Promise<void>;
}

const sealIntervalMilliseconds = duration.minute;
const combinationsPerTurn = 500;

const megabyte = 2 ** 20;

/** A sixteenth of what this machine has, or this container; at least what a small site needs, at most what a large one does. */
function memoryByMachine(): number {
  const machine = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.min(1024 * megabyte, Math.max(128 * megabyte, Math.floor(machine / 16)));
}

/**
 * The visit store of one machine, in one SQLite file: a thread that writes with group commit, threads that count over
 * columns in memory, and a thread that seals, deletes and verifies. Several processes may have the same file open.
 */
export function createEmbeddedVisitStore(options: EmbeddedVisitStoreOptions): EmbeddedVisitStore {
  const { directory, clock, logger, work = unwatchedWork, sealRules = defaultSealRules } = options;
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'visits.sqlite');
  const reader = new ProjectReader(openVisitDatabase(file));
  const limitBytes = options.memoryBytes ?? memoryByMachine();
  const written = new MemoryLedger();
  const writeData: WriteWorkerData = {
    file,
    limits: options.limits ?? defaultDailyLimits,
    memoryBytes: limitBytes / 2,
    ledger: written.buffer,
  };
  const writer = new WorkerThread<
    readonly WriteRequest[] | KeptRequest | PrepareRequest,
    readonly WriteOutcome[] | Uint8Array | boolean
  >({
    url: new URL('./write/write.worker.ts', import.meta.url),
    data: writeData,
  });
  const maintainer = new WorkerThread<MaintainRequest, MaintainResult>({
    url: new URL('./upkeep/maintain.worker.ts', import.meta.url),
    data: { file },
  });
  const answers = new MemoryLedger();
  const answerBytes = Math.min(64 * megabyte, Math.max(4 * megabyte, Math.floor(limitBytes / 16)));
  const threads = options.threads ?? Math.min(4, availableParallelism());
  const pool = new CountPool({
    file,
    threads,
    cacheBytes: Math.max(0, limitBytes / 2 - answerBytes),
  });
  const counts = new PagedCounts({
    pool,
    reader,
    held: new HeldResults({ clock, maximumBytes: answerBytes, ledger: answers }),
  });
  let sealing: Promise<unknown> | undefined;
  let isClosing = false;

  /** What was asked by, and upkeep is told of with its next pass. */
  const askedListings = new Map<string, AskedListing>();
  const toldListings = new Set<string>();
  function noteAsked(projectId: string, listings: readonly (AskedListing['listing'] | undefined)[]): void {
    for (const listing of listings) {
      if (listing === undefined) continue;
      const asked = { projectId, listing };
      const name = askedName(asked);
      if (!toldListings.has(name)) askedListings.set(name, asked);
    }
  }
  function noteCount({
    projectId,
    dimension,
    filters = [],
  }: Pick<CountQuery, 'projectId' | 'dimension' | 'filters'>): void {
    const isOfRows = filters.length > 0 || isOfVisits(dimension);
    noteAsked(
      projectId,
      isOfRows ? rowsOf([dimension, ...filters.map((filter) => filter.dimension)]) : [askedColumnOf[dimension]],
    );
  }
  /** Goals, and a series by time where it is filtered. */
  function noteTimed({ projectId, filters = [] }: Pick<CountQuery, 'projectId' | 'filters'>): void {
    noteAsked(projectId, ['rows time', ...rowsOf(filters.map(({ dimension }) => dimension))]);
  }

  async function seal(rules: SealRules): Promise<number> {
    const telling = [...askedListings];
    const written = await maintainer.call<number>({
      kind: 'seal',
      rules: { ...rules, threads },
      now: clock.now(),
      asked: telling.map(([, listing]) => listing),
    });
    for (const [name] of telling) {
      askedListings.delete(name);
      toldListings.add(name);
    }
    return written;
  }

  function sealInBackground(): void {
    sealing ??= maintainAll().finally(() => (sealing = undefined));
  }

  let isInterrupted = reader.hasPendingDeletions();
  async function resumeDeletions(): Promise<void> {
    if (!isInterrupted) return;
    await maintainer.call({ kind: 'resume' });
    isInterrupted = false;
  }
  async function attempt(name: string, run: () => Promise<unknown>): Promise<void> {
    if (isClosing) return;
    try {
      await run();
      await work.succeeded(name);
    } catch (error) {
      logger.error({ error }, `${name} failed; retrying within a minute`);
      await work.failed(name, error);
    }
  }
  const interrupted = ['finishing an interrupted deletion', resumeDeletions] as const;
  /** One that fails does not keep the others waiting, and is done again within a minute. */
  async function maintainAll(): Promise<void> {
    await attempt(...interrupted);
    await attempt('sealing visits', () => seal(sealRules));
    if (!isClosing) reportDamage();
  }

  const reported = new Set<string>();
  function reportDamage(): void {
    for (const damage of reader.knownDamage()) {
      const { message } = new VisitStoreDamaged(damage);
      if (reported.has(message)) continue;
      reported.add(message);
      logger.error({ ...damage }, `${message} ${remedyAt('cli', VisitStoreDamaged.facts)}`);
    }
  }

  const timer = setInterval(sealInBackground, sealIntervalMilliseconds);
  timer.unref();
  if (isInterrupted) sealing = attempt(...interrupted).finally(() => (sealing = undefined));

  const queue = new WriteQueue({
    thread: writer,
    onWaitingRows: (rows) => {
      if (rows >= sealRules.waitingRows) sealInBackground();
    },
  });

  let preparing: Promise<void> | undefined;
  async function prepareWriter(): Promise<void> {
    try {
      for (const prepares of reader.latestProjects()) {
        if (isClosing || !(await writer.call<boolean>({ prepares }))) return;
      }
    } catch (error) {
      logger.error({ error }, 'Reading what the first views need failed; they are tried when they come.');
    }
  }

  async function maintain<Expected extends MaintainResult>(
    request: MaintainRequest & { projectId: string },
  ): Promise<Expected> {
    try {
      return await maintainer.call<Expected>(request);
    } catch (error) {
      // What it was to delete is written down, and is finished by a later round.
      isInterrupted = true;
      throw error;
    } finally {
      counts.releaseProject(request.projectId);
    }
  }

  return {
    memory: { limitBytes, read: () => sumUsage([written, answers, ...pool.ledgers]) },

    seal: (rules = sealRules) => seal(rules),
    knownDamage: () => reader.knownDamage(),

    async prepare() {
      preparing ??= prepareWriter();
      await preparing;
    },

    append: (projectId, views, drops = []) => queue.write(projectId, views, drops),

    async findKept(projectId, events) {
      const keptBits = await writer.call<Uint8Array>({ projectId, ...packEvents(events) });
      return [...keptBits].map(Boolean);
    },

    countPage: (query) => {
      noteCount(query);
      return counts.page(query);
    },
    walk: (query) => {
      noteCount(query);
      return counts.walk(query);
    },
    timeseries: (query) => {
      if (query.filters?.length) noteTimed(query);
      return pool.series(query);
    },
    countReached: (query) => {
      noteTimed(query);
      return pool.reached(query);
    },
    live: (query) => pool.live(query),

    async readDrops(projectId, range) {
      return Promise.resolve(reader.drops(projectId, range));
    },

    async deleteProject(projectId) {
      await maintain({ kind: 'deleteProject', projectId });
      // One that is made again by the same name has been asked nothing yet.
      for (const name of toldListings) if (name.endsWith(` ${projectId}`)) toldListings.delete(name);
    },
    deletePath: (projectId, path) => maintain<DeleteOutcome>({ kind: 'deletePath', projectId, path }),
    deleteVisitor: (projectId, visitor) =>
      maintain<DeleteOutcome>({ kind: 'deleteVisitor', projectId, visitor: Uint8Array.from(visitor) }),
    deleteBefore: (projectId, timestampMs) => maintain<DeleteOutcome>({ kind: 'deleteBefore', projectId, timestampMs }),

    hasBefore: (projectId, timestampMs) => maintainer.call<boolean>({ kind: 'hasBefore', projectId, timestampMs }),
    names: (projectId) => maintainer.call<StoredNames>({ kind: 'names', projectId }),
    projects: () => maintainer.call<readonly string[]>({ kind: 'projects' }),

    async reclassify(projectId, classify) {
      const combinations = await maintainer.call<readonly Combination[]>({ kind: 'findCombinations', projectId });
      const replacements: Replacement[] = [];
      for (const [index, { agent, client, classification, signature }] of combinations.entries()) {
        const answer = classify(signature, classification);
        if (answer) replacements.push({ agent, client, classification: answer });
        if (index % combinationsPerTurn === combinationsPerTurn - 1) await nextTurn();
      }
      const views = await maintain<number>({ kind: 'reclassify', projectId, replacements });
      return { views, combinations: combinations.length };
    },

    verify: (projectId, onProgress) =>
      maintainer.call<VerifyReport>({ kind: 'verify', projectId }, [], (progress) => {
        onProgress?.(progress as VerifyProgress);
      }),

    findDamage: (projectId) => maintainer.call<readonly DamagedPiece[]>({ kind: 'findDamage', projectId }),
    dropDamaged: (projectId) => maintain<readonly DamagedPiece[]>({ kind: 'dropDamaged', projectId }),

    usage: (projectId) => pool.usage(projectId),

    async close() {
      clearInterval(timer);
      isClosing = true;
      await preparing;
      await queue.idle();
      await sealing;
      await writer.close();
      await pool.close();
      await maintainer.close();
      reader.close();
    },
  };
}

function askedName({ projectId, listing }: AskedListing): string {
  return `${listing} ${projectId}`;
}

/** Visits follow from the times of rows. */
function isOfVisits(dimension: Dimension): boolean {
  return dimension === 'entryPage' || dimension === 'exitPage';
}

/** Columns of rows that a question reads beside those that every one does. */
function rowsOf(dimensions: readonly Dimension[]): AskedListing['listing'][] {
  return dimensions.map(
    (dimension) => `rows ${isOfVisits(dimension) ? 'time' : (askedColumnOf[dimension] ?? 'agent')}` as const,
  );
}
