import { readConfig } from '../config/config.ts';
import { createLogger } from '../kernel/logger.ts';
import { redactSecrets } from '../secrets/redact-secrets.ts';
import type { Application } from '../main.ts';

/** Opens what the environment describes, without a server or workers, and closes it again whatever happens. */
export async function withApplication<Result>(work: (application: Application) => Promise<Result>): Promise<Result> {
  // Loaded here, so that commands that only speak to a server start without loading one.
  const { openApplication } = await import('../main.ts');
  const config = readConfig(process.env);
  const application = await openApplication({
    config,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    logger: createLogger({ level: config.logLevel === 'debug' ? 'debug' : 'warn', redact: redactSecrets }),
  });
  try {
    return await work(application);
  } finally {
    await application.close();
  }
}

/** Who did it, as the audit log says. */
export const commandLineActor = 'cli';
