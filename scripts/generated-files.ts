import { format, resolveConfig } from 'prettier';
import { loadErrorCatalogue } from '../src/http/reference/error-catalogue.ts';
import { describeApplication } from './describe-application.ts';
import { renderAgentFiles } from './render-agent-files.ts';
import { renderClientTypes } from './render-client-types.ts';
import { renderCommandLine } from './render-command-line.ts';
import { renderConfiguration } from './render-configuration.ts';
import { renderErrors } from './render-errors.ts';
import { renderRules } from './render-rules.ts';

/** Every committed file that is made from source, with what it must contain. */
export async function generatedFiles(): Promise<{ path: string; content: string }[]> {
  const { api, dashboardApi } = await describeApplication();
  return [
    { path: 'openapi.json', content: `${JSON.stringify(api, null, 2)}\n` },
    { path: 'dashboard/src/api/dashboard-api.json', content: `${JSON.stringify(dashboardApi, null, 2)}\n` },
    { path: 'client/src/api.generated.ts', content: await renderClientTypes(api) },
    await markdown('docs/command-line.md', await renderCommandLine()),
    await markdown('docs/configuration.md', renderConfiguration()),
    await markdown('docs/rules.md', renderRules()),
    await markdown('docs/agent-files.md', renderAgentFiles()),
    await markdown('docs/errors.md', renderErrors(await loadErrorCatalogue())),
  ];
}

async function markdown(path: string, content: string): Promise<{ path: string; content: string }> {
  return { path, content: await format(content, { ...(await resolveConfig(path)), parser: 'markdown' }) };
}
