import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config/config.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication } from '../src/main.ts';

interface ApiDocument {
  readonly paths: Readonly<Record<string, unknown>>;
}

/** The public OpenAPI document, as the server itself answers it, and one of what only the dashboard calls. */
export async function describeApplication(): Promise<{
  readonly api: ApiDocument;
  readonly dashboardApi: ApiDocument;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-openapi-'));
  try {
    const config = readConfig({ DOCWRIGHT_DATA_DIR: folder, DOCWRIGHT_WORKERS: '0' });
    const application = await openApplication({ config, publicUrl: 'http://localhost:4800', logger: silentLogger });
    try {
      const { http } = application;
      const info = { title: 'Docwright dashboard', version: '1' };
      const all = http.getOpenAPI31Document({ openapi: '3.1.0', info });
      const paths = Object.entries(all.paths ?? {}).filter(([path]) => path.startsWith('/api/dashboard/'));
      return {
        api: (await (await http.request('/openapi.json')).json()) as ApiDocument,
        dashboardApi: { ...all, paths: Object.fromEntries(paths) },
      };
    } finally {
      await application.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
