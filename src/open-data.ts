import { existsSync } from 'node:fs';
import { claimVisitFile, refuseVisitsWithoutMain } from './analytics/visits/embedded/claim-visit-file.ts';
import type { OpenVisits } from './open-visits.ts';
import { refuseEmbeddedVisits } from './analytics/visits/clickhouse/refuse-embedded-visits.ts';
import type { Config } from './config/config.ts';
import { databaseFile, prepareDataDirectory, visitFile } from './data-directory/data-directory.ts';
import { refuseUnfinishedRestore } from './data-directory/unfinished-restore.ts';
import { EmbeddedDatabaseLeft } from './db/errors.ts';
import { createBackgroundFailures, type BackgroundFailures } from './db/background-failures.ts';
import { openMainFile, openMainPostgres, type MainDatabase } from './db/main-database.ts';
import type { openSqliteDatabase } from './db/open-database.ts';
import type { Clock } from './kernel/clock.ts';
import type { Logger } from './kernel/logger.ts';
import { once } from './kernel/once.ts';
import type { SecretBox } from './kernel/secret-box.ts';
import { refuseMovedFile, refuseMovingDatabase } from './moving/refuse-moved.ts';
import { openMasterKey, openSecretBox, type KeySources } from './projects/open-master-key.ts';

/** What may be lost for good and gone on without. */
export type LostPart = 'master-key' | 'visits';

/** What the data directory keeps, or the servers that keep it in its place. */
export interface OpenData {
  readonly main: MainDatabase;
  readonly secretBox: SecretBox;
  /** Results of background work. */
  readonly work: BackgroundFailures;
  /** Loaded and opened when they are first asked for: most commands need none. */
  readonly visits: () => Promise<OpenVisits>;
  /** Closes all that was opened. */
  readonly close: () => Promise<void>;
}

/** Where the master keys of a process come from. */
export function keySourcesOf({
  dataDir,
  masterKey,
  nextMasterKey,
}: Pick<Config, 'dataDir' | 'masterKey' | 'nextMasterKey'>): KeySources {
  return { fromEnvironment: masterKey, nextFromEnvironment: nextMasterKey, dataDirectory: dataDir };
}

/** Opens what the data directory keeps, once it is clear that it belongs together. Makes what a new one needs. */
export async function openData({
  config,
  clock,
  logger,
  openDatabase,
  lost,
}: {
  config: Pick<Config, 'dataDir' | 'masterKey' | 'nextMasterKey' | 'postgres' | 'clickhouse' | 'visitsMemoryBytes'>;
  clock: Clock;
  logger: Logger;
  openDatabase: typeof openSqliteDatabase;
  lost: LostPart | undefined;
}): Promise<OpenData> {
  const { dataDir: dataDirectory, postgres, clickhouse } = config;
  await prepareDataDirectory(dataDirectory);
  refuseUnfinishedRestore(dataDirectory);
  const file = databaseFile(dataDirectory);
  const isElsewhere = postgres !== undefined;
  if (isElsewhere && existsSync(file)) throw new EmbeddedDatabaseLeft(file);
  if (!isElsewhere) refuseMovedFile(dataDirectory);
  if (!isElsewhere) refuseVisitsWithoutMain({ main: file, visits: visitFile(dataDirectory) });
  if (clickhouse !== undefined) refuseEmbeddedVisits(visitFile(dataDirectory));
  const main = isElsewhere ? await openMainPostgres({ ...postgres, logger }) : await openMainFile(file, openDatabase);
  const { db } = main;
  try {
    await refuseMovingDatabase(db, isElsewhere ? 'The PostgreSQL of DOCWRIGHT_DATABASE_URL' : file);
    if (clickhouse === undefined) {
      await claimVisitFile({
        db,
        file: visitFile(dataDirectory),
        isOneOfSeveral: isElsewhere,
        isLost: lost === 'visits',
      });
    }
    const isLost = lost === 'master-key';
    const keySources = keySourcesOf(config);
    const key = await openMasterKey({ db, ...keySources, isOneOfSeveral: isElsewhere, isLost });
    const secretBox = await openSecretBox(db, key, keySources);
    const work = createBackgroundFailures({ db, clock, logger });
    let opened: OpenVisits | undefined;
    return {
      main,
      secretBox,
      work,
      visits: once(async () => {
        const [{ openVisits }, { createErasures }] = await Promise.all([
          import('./open-visits.ts'),
          import('./analytics/erasures.ts'),
        ]);
        const { screen } = createErasures({ db, secretBox, clock });
        opened = await openVisits({ config, screen, clock, logger, work });
        return opened;
      }),
      async close() {
        try {
          await opened?.store.close();
        } finally {
          await main.close();
        }
      },
    };
  } catch (error) {
    await main.close();
    throw error;
  }
}
