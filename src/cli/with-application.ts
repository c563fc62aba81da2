import { readConfig } from '../config/config.ts';
import { databaseFile, requireDataDirectory } from '../data-directory/data-directory.ts';
import { readDatabaseFault } from '../db/read-database-fault.ts';
import { giveWay } from '../kernel/give-way.ts';
import { createLogger } from '../kernel/logger.ts';
import type { Application } from '../main.ts';
import type { LostPart } from '../open-data.ts';
import { redactSecrets } from '../secrets/redact-secrets.ts';

/**
 * Opens the data directory that the environment names, without a server or workers, and closes it again whatever happens.
 * Where there is none it is made only if `create` says so; `lost` names what to go on without. Throws `DataDirectoryMissing`, `DataDirectoryUnusable`,
 * `DatabaseBusy`, `DatabaseUnusable`.
 */
export async function withApplication<Result>(
  work: (application: Application) => Promise<Result>,
  { create = false, lost }: { create?: boolean; lost?: LostPart } = {},
): Promise<Result> {
  // A server may stand beside it.
  giveWay();
  const config = readConfig(process.env);
  if (!create) await requireDataDirectory(config.dataDir, { isMainElsewhere: config.postgres !== undefined });
  // Loaded here, so that commands that only speak to a server start without loading one.
  const [{ openApplication }, { replaceConnectionsOfNode }] = await Promise.all([
    import('../main.ts'),
    import('../kernel/connections.ts'),
  ]);
  replaceConnectionsOfNode();
  const application = await openApplication({
    // Whoever stands at the machine may name any folder of it.
    config: { ...config, localRoots: ['/'] },
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    logger: createLogger({ level: config.logLevel === 'debug' ? 'debug' : 'warn', redact: redactSecrets }),
    lost,
  });
  try {
    return await work(application);
  } catch (error) {
    throw readDatabaseFault(error, databaseFile(config.dataDir));
  } finally {
    await application.close();
  }
}

/** Who did it, as the audit log says. */
export const commandLineActor = 'cli';
