import { claimVisitFile, refuseVisitsWithoutMain } from './analytics/visits/embedded/claim-visit-file.ts';
import { createEmbeddedVisitStore, type EmbeddedVisitStore } from './analytics/visits/embedded/embedded-visit-store.ts';
import type { Config } from './config/config.ts';
import { databaseFile, prepareDataDirectory, visitFile } from './data-directory/data-directory.ts';
import { refuseUnfinishedRestore } from './data-directory/unfinished-restore.ts';
import type { DatabaseConnection, openSqliteDatabase } from './db/open-database.ts';
import type { Clock } from './kernel/clock.ts';
import type { Logger } from './kernel/logger.ts';
import { createSecretBox, type SecretBox } from './kernel/secret-box.ts';
import { openMasterKey } from './projects/open-master-key.ts';

/** What may be lost for good and gone on without. */
export type LostPart = 'master-key' | 'visits';

/** Opens what the data directory keeps, once it is clear that it belongs together. Makes what a new one needs. */
export async function openData({
  config: { dataDir: dataDirectory, masterKey, visitsMemoryBytes },
  clock,
  logger,
  openDatabase,
  lost,
}: {
  config: Pick<Config, 'dataDir' | 'masterKey' | 'visitsMemoryBytes'>;
  clock: Clock;
  logger: Logger;
  openDatabase: typeof openSqliteDatabase;
  lost: LostPart | undefined;
}): Promise<{ db: DatabaseConnection; secretBox: SecretBox; visits: EmbeddedVisitStore }> {
  await prepareDataDirectory(dataDirectory);
  refuseUnfinishedRestore(dataDirectory);
  refuseVisitsWithoutMain({ main: databaseFile(dataDirectory), visits: visitFile(dataDirectory) });
  const db = await openDatabase(databaseFile(dataDirectory));
  try {
    await claimVisitFile({ db, file: visitFile(dataDirectory), isLost: lost === 'visits' });
    const isLost = lost === 'master-key';
    const key = await openMasterKey({ db, fromEnvironment: masterKey, dataDirectory, isLost });
    const memoryBytes = visitsMemoryBytes;
    const visits = createEmbeddedVisitStore({ directory: dataDirectory, clock, logger, memoryBytes });
    return { db, secretBox: createSecretBox(key), visits };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
