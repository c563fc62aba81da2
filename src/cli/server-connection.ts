import type { Command } from 'commander';
import { createDocwrightClient, type DocwrightClient } from '../../client/src/index.ts';
import { ConnectionIncomplete } from './errors.ts';

export interface ConnectionOptions {
  readonly url?: string;
  readonly project?: string;
}

/** Adds where the server is and which project is meant; the key comes from the environment only. */
export function addConnectionOptions(command: Command): Command {
  return command
    .option('--url <url>', 'address of the server; otherwise DOCWRIGHT_URL, otherwise http://127.0.0.1:4800')
    .option('--project <id>', 'id of the project; otherwise DOCWRIGHT_PROJECT');
}

/** A client from the options and DOCWRIGHT_URL, DOCWRIGHT_API_KEY, DOCWRIGHT_PROJECT. Throws `ConnectionIncomplete`. */
export function connect(options: ConnectionOptions): { client: DocwrightClient; projectId: string } {
  const { DOCWRIGHT_URL, DOCWRIGHT_API_KEY, DOCWRIGHT_PROJECT } = process.env;
  const baseUrl = options.url ?? DOCWRIGHT_URL ?? 'http://127.0.0.1:4800';
  if (!URL.canParse(baseUrl)) throw new ConnectionIncomplete(`${baseUrl} is not a URL`);
  const projectId = options.project ?? DOCWRIGHT_PROJECT;
  if (DOCWRIGHT_API_KEY === undefined) throw new ConnectionIncomplete('DOCWRIGHT_API_KEY is not set');
  if (projectId === undefined) throw new ConnectionIncomplete('neither --project nor DOCWRIGHT_PROJECT is given');
  return { client: createDocwrightClient({ baseUrl, apiKey: DOCWRIGHT_API_KEY }), projectId };
}
