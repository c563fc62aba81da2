import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication } from '../src/main.ts';
import { serve, type ServingProcess } from '../src/serve.ts';

/** A real server on a data directory of its own, with one project over a small local repository and a key for it. */
export interface RunningServer {
  readonly url: string;
  readonly projectId: string;
  readonly apiKey: string;
  /** Stops the server and starts it again on the same port and data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** `transcripts` are what the scripted model plays, by name. */
export async function startRunningServer(transcripts: Readonly<Record<string, object>>): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-server-'));
  for (const name of ['docs', 'transcripts']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'docs', 'index.md'), '# Welcome\n');
  for (const [name, transcript] of Object.entries(transcripts)) {
    writeFileSync(join(folder, 'transcripts', `${name}.json`), JSON.stringify(transcript));
  }
  const environment = {
    DOCWRIGHT_DATA_DIR: join(folder, 'data'),
    DOCWRIGHT_LOG_LEVEL: 'error',
    DOCWRIGHT_SCRIPTED_TRANSCRIPT: join(folder, 'transcripts'),
  };
  const { projectId, apiKey } = await createProject(environment, join(folder, 'docs'));
  let server: ServingProcess = await serve({ ...environment, DOCWRIGHT_PORT: '0' });
  const { url } = server;
  return {
    url,
    projectId,
    apiKey,
    async restart() {
      await server.stop();
      server = await serve({ ...environment, DOCWRIGHT_PORT: new URL(url).port });
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function createProject(environment: Record<string, string>, from: string) {
  const config = readConfig(environment);
  const application = await openApplication({ config, publicUrl: 'http://localhost', logger: silentLogger });
  try {
    const { path } = await application.localRepositories.create({ name: 'docs', from });
    const fields = { name: 'Docs', codeHost: 'local', repositoryUrl: path } as const;
    const { id } = await application.projects.create(fields, 'test');
    const { key } = await application.apiKeys.create(id, { name: 'test' }, 'test');
    return { projectId: id, apiKey: key };
  } finally {
    await application.close();
  }
}
