import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication } from '../src/main.ts';

/** The OpenAPI document of the whole application, as the server itself answers it. */
export async function describeApplication(): Promise<{ readonly paths: object }> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-openapi-'));
  try {
    const config = readConfig({ DOCWRIGHT_DATA_DIR: folder, DOCWRIGHT_WORKERS: '0' });
    const application = await openApplication({ config, publicUrl: 'http://localhost:4800', logger: silentLogger });
    try {
      return (await (await application.http.request('/openapi.json')).json()) as { readonly paths: object };
    } finally {
      await application.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
