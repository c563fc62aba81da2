import { join } from 'node:path';
import { readConfig } from '../../src/config/config.ts';
import type { Project } from '../../src/contract/project.ts';
import { buildDashboard, dashboardFolder } from '../../src/dashboard-files/build-dashboard.ts';
import { startServer } from '../../src/http/listen/server.ts';
import { createLogger } from '../../src/kernel/logger.ts';
import { redactSecrets } from '../../src/secrets/redact-secrets.ts';
import { openApplication, type Application } from '../../src/main.ts';
import { freePort } from '../free-port.ts';
import { temporaryFolder, writeFiles, type Files } from '../git-fixture.ts';

/** A whole server with a data directory of its own, as a person would run it, and the built dashboard. */
export interface RunningDashboard {
  readonly url: string;
  readonly folder: string;
  /** Changes with each restart. */
  readonly application: () => Application;
  /** The link for the first owner. */
  readonly setUpLink: () => Promise<string>;
  readonly createProject: (name: string, files: Files) => Promise<Project>;
  /** Stops the server and starts it again on the same port and data. */
  readonly restart: (whileDown?: () => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
}

const transcripts = join(import.meta.dirname, 'transcripts');

/** `environment` adds to the configuration, knowing the address that the server will have; `build` is served in place of the present build. */
export async function startDashboard({
  environment = () => ({}),
  build = dashboardFolder,
}: {
  environment?: (url: string) => Record<string, string> | Promise<Record<string, string>>;
  build?: string;
} = {}): Promise<RunningDashboard> {
  await buildDashboard(console.error);
  const { path: folder, remove } = temporaryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const changes = await environment(url);
  const start = async () => {
    const config = readConfig({
      DOCWRIGHT_DATA_DIR: join(folder, 'data'),
      DOCWRIGHT_LOCAL_ROOTS: '/',
      DOCWRIGHT_SCRIPTED_TRANSCRIPT: transcripts,
      DOCWRIGHT_MODEL: 'scripted/quick',
      ...changes,
    });
    const logger = createLogger({ level: process.env['TEST_LOG_LEVEL'] ?? 'error', redact: redactSecrets });
    const application = await openApplication({
      config,
      publicUrl: url,
      logger,
      dashboard: { folder: build, ready: Promise.resolve() },
    });
    const { draining, http } = application;
    const server = await startServer({ app: http, host: '127.0.0.1', port, logger, draining });
    application.startWorkers();
    return { application, server };
  };
  const stop = async ({ application, server }: Awaited<ReturnType<typeof start>>) => {
    await server.drain({ graceMilliseconds: 1000 });
    await application.stopWorkers({ graceMilliseconds: 100 });
    await application.close();
  };
  let running = await start();
  return {
    url,
    folder,
    application: () => running.application,
    async setUpLink() {
      const link = await running.application.accounts.setUpLink(url);
      if (link === undefined) throw new Error('There is an owner already.');
      return link;
    },
    async createProject(name, files) {
      const source = join(folder, 'sources', name.replace(/\W+/g, '-'));
      writeFiles(source, files);
      return running.application.projects.create({ name, repositoryUrl: source }, 'test');
    },
    async restart(whileDown = () => Promise.resolve()) {
      await stop(running);
      await whileDown();
      running = await start();
    },
    async close() {
      await stop(running);
      remove();
    },
  };
}
