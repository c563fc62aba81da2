import { readConfig } from '../config/config.ts';
import { databaseFile, requireDataDirectory } from '../data-directory/data-directory.ts';
import { readDatabaseFault } from '../db/read-database-fault.ts';
import { createLogger } from '../kernel/logger.ts';
import type { LostPart } from '../open-data.ts';
import type { OpenForCommands } from '../open-for-commands.ts';
import { redactSecrets } from '../secrets/redact-secrets.ts';

/**
 * Opens the data directory that the environment names, without a server or workers, and closes it again whatever happens.
 * Where there is none it is made only if `create` says so; `lost` names what to go on without. Throws `DataDirectoryMissing`, `DataDirectoryUnusable`,
 * `DatabaseBusy`, `DatabaseUnusable`.
 */
export async function withDataDirectory<Result>(
  work: (opened: OpenForCommands) => Promise<Result>,
  { create = false, lost }: { create?: boolean; lost?: LostPart } = {},
): Promise<Result> {
  const config = readConfig(process.env);
  if (!create) await requireDataDirectory(config.dataDir, { isMainElsewhere: config.postgres !== undefined });
  // Loaded here, so that help is told without.
  const { openForCommands } = await import('../open-for-commands.ts');
  const opened = await openForCommands({
    // Whoever stands at the machine may name any folder of it.
    config: { ...config, localRoots: 'anywhere' },
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    logger: createLogger({ level: config.logLevel === 'debug' ? 'debug' : 'warn', redact: redactSecrets }),
    lost,
  });
  try {
    return await work(opened);
  } catch (error) {
    throw readDatabaseFault(error, databaseFile(config.dataDir));
  } finally {
    await opened.close();
  }
}

/** Who did it, as the audit log says. */
export const commandLineActor = 'cli';
