import { createBackupSchedule } from './backup/backup-schedule.ts';
import { readConfig } from './config/config.ts';
import { databaseFile, prepareDataDirectory } from './data-directory/data-directory.ts';
import { openOnceThereIsRoom } from './data-directory/open-once-there-is-room.ts';
import { announceServer } from './data-directory/running-server.ts';
import { dashboardFolder } from './dashboard-files/build-dashboard.ts';
import type { HttpApp } from './http/create-http-app.ts';
import { checkAtStart } from './db/check-database.ts';
import { startServer } from './http/listen/server.ts';
import { createRefusingApp } from './http/refusing-app.ts';
import { systemClock } from './kernel/clock.ts';
import { createLogger } from './kernel/logger.ts';
import { onceThereIsRoom } from './kernel/once-there-is-room.ts';
import { openApplication, type Application, type ApplicationParts } from './main.ts';
import { redactSecrets } from './secrets/redact-secrets.ts';

export interface ServingProcess {
  /** How people reach it. */
  readonly url: string;
  /** Of its API; undefined where it answers none of it. */
  readonly referenceUrl: string | undefined;
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
  const { duties } = config;
  const isForPeople = duties.answers === 'everything';
  const logger = createLogger({ level: config.logLevel, redact: redactSecrets });
  const draining = new AbortController();
  let answering: HttpApp | undefined;
  // Requests that come before there is anything to answer by wait for it, and fail with it.
  const first = Promise.withResolvers<HttpApp>();
  first.promise.catch(() => undefined);
  const answerBy = (app: HttpApp): void => {
    answering = app;
    first.resolve(app);
  };
  // Listens first: a port that is taken is found out before anything is touched, and a free one is known to the links.
  const server = await startServer({
    app: {
      fetch: async (request, bindings) => (answering ?? (await first.promise)).fetch(request, bindings),
      direct: { answer: (incoming, outgoing) => answering?.direct.answer(incoming, outgoing) ?? false },
    },
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
    const dashboard = { folder: dashboardFolder, ready: isForPeople ? prepareDashboard() : Promise.resolve() };
    dashboard.ready.catch(() => undefined);
    await prepareData?.(url);
    application = await openOnceThereIsRoom({
      open: () => openApplication({ config, publicUrl: url, logger, dashboard, ...parts }),
      dataDirectory: config.dataDir,
      logger,
      signal: draining.signal,
      onRefused: (fault) => {
        answerBy(createRefusingApp({ logger, draining: draining.signal, fault }));
      },
    });
    const running = application;
    draining.signal.addEventListener('abort', () => {
      running.draining.abort();
    });
    answerBy(running.http);
    await dashboard.ready;
    running.startWorkers();
    // The database may have gone away again since it was opened.
    const patiently = <Result>(work: () => Promise<Result>) => onceThereIsRoom(work, { signal: draining.signal });
    const missing = duties.usesRepositories ? await patiently(running.projects.withoutRepository) : [];
    for (const { id, repositoryUrl } of missing) {
      logger.error(
        { project: id, repository: repositoryUrl },
        !config.isOneOfSeveral
          ? 'the repository of a project is missing in the data directory: restore the folder `repositories` from a backup'
          : 'the repository of a project is not on this machine: its jobs wait for one that has it; share the folder `repositories` between all machines',
      );
    }
    if (config.isOneOfSeveral && duties.usesRepositories && config.publicUrl === undefined) {
      logger.warn(
        { url },
        'links, such as those to pull requests, name this process, which others may not reach: set DOCWRIGHT_PUBLIC_URL for all processes',
      );
    }
    const backups = createBackupSchedule({ config, environment, clock: systemClock, logger, signal: draining.signal });
    if (duties.works) backups?.start();
    if (config.postgres === undefined && duties.works) {
      void checkAtStart(databaseFile(config.dataDir), { logger, signal: draining.signal });
    }
    const announced = isForPeople ? announceServer(config.dataDir, { url, listening: server.url }) : undefined;
    const retract = await announced?.catch((error: unknown) => {
      logger.warn({ error }, 'commands on this machine will not find the server by themselves');
      return () => Promise.resolve();
    });
    const setUpLink = isForPeople ? await patiently(() => running.accounts.setUpLink(url)) : undefined;
    const { dataDir, role, workers } = config;
    logger.info({ url, dataDir, role, workers }, 'serving');
    return {
      url,
      referenceUrl: isForPeople ? `${url}/docs` : undefined,
      setUpLink,
      stop: async () => {
        // Side by side, so that no job is begun while the last requests are answered.
        const grace = { graceMilliseconds: config.shutdownMilliseconds };
        await Promise.all([server.drain(grace), running.stopWorkers(grace), backups?.stop()]);
        await running.close();
        await retract?.();
        logger.info({}, 'stopped');
      },
    };
  } catch (error) {
    first.reject(error);
    await server.drain({ graceMilliseconds: 0 });
    await application?.close();
    throw error;
  }
}
