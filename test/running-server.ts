import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config/config.ts';
import { openMigratedDatabase } from '../src/db/migrated-database.fixture.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication, type Application } from '../src/main.ts';
import { serve, type ServingProcess } from '../src/serve.ts';

/** A real server on a data directory of its own, with one project over a small local repository and a key for it. */
export interface RunningServer {
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly dataDirectory: string;
  readonly projectId: string;
  readonly apiKey: string;
  /** Does what the command line would do beside the server: on the same data, through an application of its own. */
  administer<Result>(work: (application: Application) => Promise<Result>): Promise<Result>;
  /** Stops the server and starts it again on the same port and data, with further variables that `meanwhile` may answer. */
  restart(meanwhile?: () => Promise<Readonly<Record<string, string>>>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * `transcripts` are what the scripted model plays, by name. `workers: 0` leaves jobs as they were accepted, `environment`
 * are further variables, `files` further pages.
 */
export async function startRunningServer(
  transcripts: Readonly<Record<string, object>>,
  {
    workers = 2,
    environment: further = {},
    files = {},
  }: { workers?: number; environment?: Record<string, string>; files?: Record<string, string> } = {},
): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-server-'));
  for (const name of ['docs', 'transcripts']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'docs', 'index.md'), '# Welcome\n');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'docs', name), text);
  for (const [name, transcript] of Object.entries(transcripts)) {
    writeFileSync(join(folder, 'transcripts', `${name}.json`), JSON.stringify(transcript));
  }
  let environment: Readonly<Record<string, string>> & { readonly DOCWRIGHT_DATA_DIR: string } = {
    DOCWRIGHT_DATA_DIR: join(folder, 'data'),
    DOCWRIGHT_LOG_LEVEL: 'error',
    DOCWRIGHT_SCRIPTED_TRANSCRIPT: join(folder, 'transcripts'),
    DOCWRIGHT_LOCAL_ROOTS: folder,
    DOCWRIGHT_WORKERS: String(workers),
    ...further,
  };
  const administer: RunningServer['administer'] = async (work) => {
    const config = readConfig(environment);
    const application = await openApplication({
      config,
      publicUrl: 'http://localhost',
      logger: silentLogger,
      openDatabase: openMigratedDatabase,
    });
    try {
      return await work(application);
    } finally {
      await application.close();
    }
  };
  const { projectId, apiKey } = await administer(async ({ projects }) => {
    const { id } = await projects.create({ name: 'Docs', repositoryUrl: join(folder, 'docs') }, 'test');
    return { projectId: id, apiKey: (await projects.keys.create(id, { name: 'test' }, 'test')).key };
  });
  let server: ServingProcess = await serve({ ...environment, DOCWRIGHT_PORT: '0' });
  const { url } = server;
  return {
    url,
    get environment() {
      return environment;
    },
    dataDirectory: environment.DOCWRIGHT_DATA_DIR,
    projectId,
    apiKey,
    administer,
    async restart(meanwhile) {
      await server.stop();
      environment = { ...environment, ...(await meanwhile?.()) };
      server = await serve({ ...environment, DOCWRIGHT_PORT: new URL(url).port });
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
