import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../../config/config.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { examples } from '../examples.ts';
import { terminal } from '../terminal.ts';

/** `docwright openapi`. */
export function addOpenApiCommand(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document of the HTTP API')
    .option('--json', 'accepted; the output is always JSON')
    .addHelpText('after', examples('docwright openapi > openapi.json'))
    .action(async () => {
      terminal.printJson(await describeApi(), 2);
    });
}

/** The server's own response, from a temporary data directory. */
async function describeApi(): Promise<unknown> {
  const { openApplication } = await import('../../main.ts');
  const folder = await mkdtemp(join(tmpdir(), 'docwright-openapi-'));
  try {
    const config = readConfig({ DOCWRIGHT_DATA_DIR: folder });
    const application = await openApplication({ config, publicUrl: 'http://localhost', logger: silentLogger });
    try {
      const response = await application.http.request('/openapi.json');
      return await response.json();
    } finally {
      await application.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
