import { format, resolveConfig } from 'prettier';
import { loadErrorCatalogue } from '../src/error-catalogue.ts';
import { renderConfiguration } from './render-configuration.ts';
import { renderErrors } from './render-errors.ts';

/** Every committed file that is made from source, with what it must contain. */
export async function generatedFiles(): Promise<{ path: string; content: string }[]> {
  return [
    await markdown('docs/configuration.md', renderConfiguration()),
    await markdown('docs/errors.md', renderErrors(await loadErrorCatalogue())),
  ];
}

async function markdown(path: string, content: string): Promise<{ path: string; content: string }> {
  return { path, content: await format(content, { ...(await resolveConfig(path)), parser: 'markdown' }) };
}
