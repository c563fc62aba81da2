import { readConfig } from './config/config.ts';
import { prepareDataDirectory } from './data-directory/data-directory.ts';
import { announceServer } from './data-directory/running-server.ts';
import { dashboardFolder } from './dashboard-files/build-dashboard.ts';
import { startServer } from './http/listen/server.ts';
import { createLogger } from './kernel/logger.ts';
import { openApplication, type Application, type ApplicationParts } from './main.ts';
import { redactSecrets } from './secrets/redact-secrets.ts';

export interface ServingProcess {
  /** How people reach it. */
  readonly url: string;
  /** Where the first owner signs up; undefined once there is one. Whoever has the link becomes the owner. */
  readonly setUpLink: string | undefined;
  /** Answers what is under way, hands running jobs back or lets them reach a stored turn, closes the database. */
  stop(): Promise<void>;
}

export interface ServeParts extends Omit<ApplicationParts, 'dashboard'> {
  /** Makes what the application will open, once the port is known to be free. */
  readonly prepareData?: (url: string) => Promise<void>;
  /** Begins when the port is known to be free and runs while the application opens; pages wait for it. */
  readonly prepareDashboard?: () => Promise<void>;
}

/** The whole server process: listens, opens the data directory, works on jobs. Throws with a remedy when it cannot. */
export async function serve(
  environment: Readonly<Record<string, string | undefined>>,
  { prepareData, prepareDashboard = () => Promise.resolve(), ...parts }: ServeParts = {},
): Promise<ServingProcess> {
  const config = readConfig(environment);
  const logger = createLogger({ level: config.logLevel, redact: redactSecrets });
  const draining = new AbortController();
  const opened = Promise.withResolvers<Application>();
  // Requests that come before the application is open wait for it, and fail with it.
  opened.promise.catch(() => undefined);
  // Listens first: a port that is taken is found out before anything is touched, and a free one is known to the links.
  const server = await startServer({
    app: { fetch: async (request, bindings) => (await opened.promise).http.fetch(request, bindings) },
    host: config.host,
    port: config.port,
    logger,
    draining,
    keepAliveMilliseconds: config.keepAliveMilliseconds,
  });
  const url = config.publicUrl ?? server.url;
  let application: Application | undefined;
  try {
    await prepareDataDirectory(config.dataDir);
    const dashboard = { folder: dashboardFolder, ready: prepareDashboard() };
    dashboard.ready.catch(() => undefined);
    await prepareData?.(url);
    application = await openApplication({ config, publicUrl: url, logger, dashboard, ...parts });
    const running = application;
    draining.signal.addEventListener('abort', () => {
      running.draining.abort();
    });
    opened.resolve(running);
    await dashboard.ready;
    await running.startWorkers();
    const retract = await announceServer(config.dataDir, { url, listening: server.url });
    logger.info({ url, dataDir: config.dataDir, workers: config.workers }, 'serving');
    return {
      url,
      setUpLink: await running.accounts.setUpLink(url),
      stop: async () => {
        // Side by side, so that no job is begun while the last requests are answered.
        const grace = { graceMilliseconds: config.shutdownMilliseconds };
        await Promise.all([server.drain(grace), running.stopWorkers(grace)]);
        await running.close();
        await retract();
        logger.info({}, 'stopped');
      },
    };
  } catch (error) {
    opened.reject(error);
    await server.drain({ graceMilliseconds: 0 });
    await application?.close();
    throw error;
  }
}
