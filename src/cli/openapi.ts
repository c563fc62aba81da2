import type { Command } from 'commander';
import { withApplication } from './with-application.ts';

/** `docwright openapi`. */
export function addOpenApiCommand(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document of the HTTP API')
    .option('--json', 'it is JSON in any case')
    .action(async () => {
      const response = await withApplication(async ({ http }) => http.request('/openapi.json'));
      console.log(JSON.stringify(await response.json(), null, 2));
    });
}
