import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { pendingUpgrade } from './analytics/visits/embedded/columns/pending-upgrade.ts';
import { databaseFile, requireDataDirectory, visitFile } from './data-directory/data-directory.ts';
import type { Config } from './config/config.ts';
import { pendingMigrations } from './db/pending-migrations.ts';

export interface UpgradePlan {
  readonly due: boolean;
  readonly databases: readonly {
    readonly file: string;
    readonly bytes: number;
    /** In their order; none where the file is as this version has it. */
    readonly steps: readonly string[];
  }[];
  /** An estimate, from the sizes of the files. */
  readonly estimatedSeconds: number;
}

/** Bytes that a step goes through in a second on a slow disk: as if it read and wrote the whole file, which few do. */
const bytesPerSecond = 50_000_000;

/**
 * What the first start of this version would change in a data directory. Changes nothing. Throws `DataDirectoryMissing`,
 * `DatabaseTooNew`, `VisitStoreTooNew`, `DatabaseUnusable`, `DatabaseAway`.
 */
export async function planUpgrade({
  dataDir: dataDirectory,
  postgres,
}: Pick<Config, 'dataDir' | 'postgres'>): Promise<UpgradePlan> {
  await requireDataDirectory(dataDirectory, { isMainElsewhere: postgres !== undefined });
  const [main, visits] = [databaseFile(dataDirectory), visitFile(dataDirectory)];
  const databases = [
    postgres === undefined ? { file: basename(main), ...pendingMigrations(main) } : await planPostgres(postgres.url),
    // Before the first view there may be none.
    ...(existsSync(visits) ? [{ file: basename(visits), ...pendingUpgrade(visits) }] : []),
  ];
  const seconds = databases.map(({ steps, bytes }) => (steps.length * bytes) / bytesPerSecond);
  return {
    due: databases.some(({ steps }) => steps.length > 0),
    databases,
    estimatedSeconds: Math.ceil(seconds.reduce((sum, one) => sum + one, 0)),
  };
}

async function planPostgres(url: string): Promise<UpgradePlan['databases'][number]> {
  const { pendingPostgresMigrations } = await import('./db/postgres/open-postgres-database.ts');
  return { file: 'PostgreSQL', ...(await pendingPostgresMigrations(url)) };
}
