import type { Command } from 'commander';
import { examples } from '../examples.ts';
import { withApplication } from '../with-application.ts';

/** `docwright openapi`. */
export function addOpenApiCommand(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document of the HTTP API')
    .option('--json', 'it is JSON in any case')
    .addHelpText('after', examples('docwright openapi > openapi.json'))
    .action(async () => {
      const response = await withApplication(async ({ http }) => http.request('/openapi.json'));
      console.log(JSON.stringify(await response.json(), null, 2));
    });
}
