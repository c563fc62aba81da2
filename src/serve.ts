import { readConfig } from './config.ts';
import { startServer } from './http/server.ts';
import { createLogger } from './kernel/logger.ts';
import { openApplication, type ApplicationParts } from './main.ts';

export interface ServingProcess {
  /** How people reach it. */
  readonly url: string;
  /** Where the first owner signs up; undefined once there is one. Whoever has the link becomes the owner. */
  readonly setUpLink: string | undefined;
  /** Answers what is under way, hands running jobs back or lets them reach a stored turn, closes the database. */
  stop(): Promise<void>;
}

/** The whole server process: listens, opens the data directory, works on jobs. Throws with a remedy when it cannot. */
export async function serve(
  environment: Readonly<Record<string, string | undefined>>,
  parts: ApplicationParts = {},
): Promise<ServingProcess> {
  const config = readConfig(environment);
  const logger = createLogger({ level: config.logLevel });
  const draining = new AbortController();
  const opened = Promise.withResolvers<Awaited<ReturnType<typeof openApplication>>>();
  // Requests that come before the application is open wait for it, and fail with it.
  opened.promise.catch(() => undefined);
  // Listens first: a port that is taken is found out before anything is touched, and a free one is known to the links.
  const server = await startServer({
    app: { fetch: async (request, bindings) => (await opened.promise).http.fetch(request, bindings) },
    host: config.host,
    port: config.port,
    logger,
    draining,
  });
  const url = config.publicUrl ?? server.url;
  try {
    const application = await openApplication({ config, publicUrl: url, logger, ...parts });
    draining.signal.addEventListener('abort', () => {
      application.draining.abort();
    });
    await application.startWorkers();
    opened.resolve(application);
    logger.info({ url, dataDir: config.dataDir, workers: config.workers }, 'serving');
    return {
      url,
      setUpLink: await application.accounts.setUpLink(url),
      stop: async () => {
        // Side by side, so that no job is begun while the last requests are answered.
        await Promise.all([server.drain(), application.stopWorkers()]);
        await application.close();
        logger.info({}, 'stopped');
      },
    };
  } catch (error) {
    opened.reject(error);
    await server.drain({ graceMilliseconds: 0 });
    throw error;
  }
}
