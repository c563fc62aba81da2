import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { claimVisitFile } from './analytics/visits/embedded/claim-visit-file.ts';
import { openStoredVisits as openStoredFile } from './analytics/visits/embedded/upkeep/stored-visits.ts';
import { createEmbeddedVisitStore } from './analytics/visits/embedded/embedded-visit-store.ts';
import { openClickHouseVisitStore } from './analytics/visits/clickhouse/clickhouse-visit-store.ts';
import { refuseEmbeddedVisits } from './analytics/visits/clickhouse/refuse-embedded-visits.ts';
import { readClickHouseAddress } from './analytics/visits/clickhouse/server/clickhouse-address.ts';
import { openStoredVisits as openStoredServer } from './analytics/visits/clickhouse/upkeep/stored-visits.ts';
import type { Config } from './config/config.ts';
import {
  arrivingFolder,
  databaseFile,
  movedFolder,
  prepareDataDirectory,
  requireDataDirectory,
  visitFile,
} from './data-directory/data-directory.ts';
import { keepMark, knownMark } from './db/belongings.ts';
import { EmbeddedDatabaseLeft } from './db/errors.ts';
import { openSqliteDatabase } from './db/open-database.ts';
import { openPostgresDatabase } from './db/postgres/open-postgres-database.ts';
import { placeOf } from './db/postgres/postgres-address.ts';
import { duration, systemClock as clock } from './kernel/clock.ts';
import { KeyRotationUnfinished } from './kernel/errors.ts';
import type { Logger } from './kernel/logger.ts';
import {
  moveData,
  moverName,
  MoveTargetMissing,
  proveFileUnused,
  provePostgresUnused,
  ViewsStillWaiting,
  type MovableDatabase,
  type MovableVisits,
  type MovedData,
  type MoveProgress,
} from './moving/moving.ts';
import { keySourcesOf } from './open-data.ts';
import { openMasterKey } from './projects/open-master-key.ts';

type Settings = Pick<
  Config,
  'dataDir' | 'masterKey' | 'nextMasterKey' | 'postgres' | 'clickhouse' | 'visitsMemoryBytes' | 'migration'
>;

/** How long views that wait for ClickHouse may take to get there once nobody adds to them. */
const waitingMilliseconds = 60 * duration.second;

/**
 * Moves what the configuration has to where `migration` says, between the data directory, PostgreSQL and ClickHouse. It only copies,
 * beside a server that goes on; with `isFinal` it needs that server stopped, and leaves the data where it moved. Throws
 * MoveTargetMissing, MoveTargetNotEmpty, StillInUse, ViewsStillWaiting, MovedDiffers, and what opening both places throws.
 */
export async function migrateData({
  config,
  isFinal,
  logger,
  onProgress,
}: {
  config: Settings;
  isFinal: boolean;
  logger: Logger;
  onProgress: (progress: MoveProgress) => void;
}): Promise<MovedData> {
  const { dataDir, postgres, clickhouse } = config;
  const { main, visits } = planOf(config);
  const parts = { main: main !== undefined, visits: visits !== undefined };
  await requireDataDirectory(dataDir, { isMainElsewhere: postgres !== undefined || isLeft(dataDir) });
  if (isFinal) await leaveFiles(config, parts);
  const closing: (() => Promise<void>)[] = [];
  const kept = <Opened extends { close(): Promise<void> }>(opened: Opened): Opened => {
    closing.unshift(() => opened.close());
    return opened;
  };
  try {
    const from = kept(await openMain(postgres?.url ?? databaseFile(homeOf(dataDir, databaseFile))));
    await openMasterKey({
      db: from.db,
      ...keySourcesOf(config),
      isOneOfSeveral: postgres !== undefined,
      isLost: false,
    });
    if ((await knownMark(from.db, 'former master key')) !== undefined) throw new KeyRotationUnfinished();
    if (isFinal && postgres !== undefined) {
      await provePostgresUnused(from.db, from.place);
      if (parts.main) await keepMark(from.db, 'moved to', main ?? '');
    }
    if (main === 'embedded' || visits === 'embedded') await prepareDataDirectory(arrivingFolder(dataDir));
    const to =
      main === undefined
        ? undefined
        : kept(await openMain(main === 'embedded' ? databaseFile(arrivingFolder(dataDir)) : main));
    const open = (url: string | undefined, directory: string) => openVisits({ url, directory, config, logger });
    const moved =
      visits === undefined
        ? undefined
        : {
            from: kept(await open(clickhouse?.url, homeOf(dataDir, visitFile))),
            to: kept(await open(visits === 'embedded' ? undefined : visits, arrivingFolder(dataDir))),
            place: visits === 'embedded' ? 'embedded' : readClickHouseAddress(visits).place,
          };
    if (isFinal) await moved?.from.settle();
    const move = { main: to && { from, to }, visits: moved, known: from.db };
    const done = await moveData(move, { isFinal, onProgress });
    if (isFinal && visits === 'embedded') {
      await moved?.to.close();
      await claimVisitFile({ db: (to ?? from).db, file: visitFile(arrivingFolder(dataDir)), isLost: true });
    }
    for (const close of closing.splice(0)) await close();
    if (isFinal) await arrive(dataDir, { isMain: main === 'embedded', areVisits: visits === 'embedded' });
    return done;
  } finally {
    for (const close of closing) await close();
  }
}

/** Where each of both moves; undefined where it stays. */
function planOf({ postgres, clickhouse, migration, dataDir }: Settings): Config['migration'] {
  const { main, visits } = migration;
  if (main === undefined && visits === undefined)
    throw new MoveTargetMissing('Neither a database nor visits are to move.');
  if (main === 'embedded' && postgres === undefined)
    throw new MoveTargetMissing(
      'The main database is in the data directory already, as DOCWRIGHT_DATABASE_URL is not set.',
    );
  if (visits === 'embedded' && clickhouse === undefined)
    throw new MoveTargetMissing('The visits are in the data directory already, as DOCWRIGHT_VISITS_URL is not set.');
  if (main === 'embedded' && existsSync(databaseFile(dataDir))) throw new EmbeddedDatabaseLeft(databaseFile(dataDir));
  if (visits === 'embedded') refuseEmbeddedVisits(visitFile(dataDir));
  return migration;
}

const isLeft = (dataDir: string): boolean => existsSync(databaseFile(movedFolder(dataDir)));

/** The folder in which a file is that may have been set aside by an earlier try. */
function homeOf(dataDir: string, fileIn: (folder: string) => string): string {
  const moved = movedFolder(dataDir);
  return !existsSync(fileIn(dataDir)) && existsSync(fileIn(moved)) ? moved : dataDir;
}

/** Sets files aside that are to be left, so that no server finds them, once nobody has any of them open. */
async function leaveFiles({ dataDir }: Settings, parts: { main: boolean; visits: boolean }): Promise<void> {
  for (const fileIn of [databaseFile, visitFile]) proveFileUnused(fileIn(dataDir));
  const leaving = [...(parts.main ? [databaseFile] : []), ...(parts.visits ? [visitFile] : [])];
  for (const fileIn of leaving.filter((of) => existsSync(of(dataDir)))) {
    await mkdir(movedFolder(dataDir), { recursive: true, mode: 0o700 });
    await rename(fileIn(dataDir), fileIn(movedFolder(dataDir)));
  }
}

/** Puts what was copied into its place; what was left there once is kept under another name. */
async function arrive(dataDir: string, { isMain, areVisits }: { isMain: boolean; areVisits: boolean }): Promise<void> {
  const arriving = arrivingFolder(dataDir);
  for (const fileIn of [...(areVisits ? [visitFile] : []), ...(isMain ? [databaseFile] : [])]) {
    // Brings all of it into the one file.
    proveFileUnused(fileIn(arriving));
    await rename(fileIn(arriving), fileIn(dataDir));
  }
  await rm(arriving, { recursive: true, force: true });
  if (!isMain && !areVisits) return;
  const moved = movedFolder(dataDir);
  if (existsSync(moved)) await rename(moved, `${moved}-${new Date(clock.now()).toISOString().replaceAll(':', '-')}`);
}

async function openMain(urlOrFile: string): Promise<MovableDatabase & { close(): Promise<void> }> {
  if (!/^postgres(?:ql)?:/.test(urlOrFile)) {
    const db = await openSqliteDatabase(urlOrFile);
    return { db, place: urlOrFile, begin: 'begin', close: () => db.destroy() };
  }
  const url = new URL(urlOrFile);
  url.searchParams.set('application_name', moverName);
  const { db } = await openPostgresDatabase({ url: url.href, connections: 4 });
  const begin = 'begin isolation level repeatable read read only';
  return { db, place: placeOf(urlOrFile), begin, close: () => db.destroy() };
}

interface OpenVisits extends MovableVisits {
  /** Waits for what is on its way into it. */
  settle(): Promise<void>;
  /** Harmless twice. */
  close(): Promise<void>;
}

async function openVisits({
  url,
  directory,
  config: { dataDir, visitsMemoryBytes: memoryBytes },
  logger,
}: {
  url: string | undefined;
  /** Of an embedded store. */
  directory: string;
  config: Settings;
  logger: Logger;
}): Promise<OpenVisits> {
  if (url === undefined) {
    const store = createEmbeddedVisitStore({ directory, clock, logger, memoryBytes });
    const stored = openStoredFile(visitFile(directory));
    return { store, stored, settle: () => Promise.resolve(), close: closerOf(store, stored) };
  }
  // Of the target nothing waits: what cannot be written there is told at once.
  const isTarget = directory === arrivingFolder(dataDir);
  const spoolFolder = join(isTarget ? directory : dataDir, 'visits-waiting');
  await prepareDataDirectory(spoolFolder);
  const stored = await openStoredServer(url);
  const store = await openClickHouseVisitStore({ url, clock, logger, spoolFolder, spoolBytes: 0 });
  const settle = async (): Promise<void> => {
    const until = clock.now() + waitingMilliseconds;
    while (store.waiting().views > 0) {
      if (clock.now() > until) throw new ViewsStillWaiting(store.waiting().views);
      await delay(100);
    }
  };
  return { store, stored, settle, close: closerOf(store, stored) };
}

function closerOf(...opened: readonly { close(): Promise<void> }[]): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () =>
    (closed ??= (async () => {
      for (const each of opened) await each.close();
    })());
}
