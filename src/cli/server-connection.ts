import type { Command } from 'commander';
import { createDocwrightClient, type DocwrightClient } from '../../client/src/index.ts';
import { ProjectNotFound } from '../projects/errors.ts';
import { proxyFor } from '../outgoing/proxy.ts';
import { CommandInputInvalid, ConnectionIncomplete } from './errors.ts';

export interface ConnectionOptions {
  readonly url?: string;
  readonly project?: string;
}

const usualUrl = 'http://127.0.0.1:4800';

/** Adds where the server is and which project is meant; the key comes from the environment only. */
export function addConnectionOptions(command: Command): Command {
  return command
    .option('--url <url>', `server URL; default: DOCWRIGHT_URL, the server on this data directory, or ${usualUrl}`)
    .option('--project <project>', "project id or name; default: DOCWRIGHT_PROJECT, or the key's project");
}

export interface ServerConnection {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: typeof fetch;
}

/**
 * A client from the options and DOCWRIGHT_URL, DOCWRIGHT_API_KEY, DOCWRIGHT_PROJECT. Throws `ConnectionIncomplete`,
 * `CommandInputInvalid`, `ProjectNotFound`.
 */
export async function connect(options: ConnectionOptions): Promise<{ client: DocwrightClient; projectId: string }> {
  const { DOCWRIGHT_PROJECT: project = '' } = process.env;
  const client = createDocwrightClient(await findServer(options));
  return { client, projectId: await findProjectId(client, options.project ?? project) };
}

/** Where the server is, and the key. Throws `ConnectionIncomplete` and `CommandInputInvalid`. */
export async function findServer(options: Pick<ConnectionOptions, 'url'>): Promise<ServerConnection> {
  const { DOCWRIGHT_URL: url = '', DOCWRIGHT_API_KEY: apiKey = '' } = process.env;
  if (apiKey === '') throw new ConnectionIncomplete('DOCWRIGHT_API_KEY is not set');
  if (/[^!-~]/.test(apiKey))
    throw new CommandInputInvalid('DOCWRIGHT_API_KEY', 'is not a valid key: it contains a space or line break.');
  const named = options.url === undefined ? url && readUrl('DOCWRIGHT_URL', url) : readUrl('--url', options.url);
  const baseUrl = named || (await localUrl());
  return { baseUrl, apiKey, ...(await proxied(baseUrl)) };
}

/** Loaded only where a proxy stands in between: Node's own `fetch` knows none, and is there at once. */
async function proxied(address: string): Promise<{ fetch?: typeof fetch }> {
  if (proxyFor(new URL(address)) === undefined) return {};
  const { sendPatiently } = await import('../outgoing/send.ts');
  return { fetch: sendPatiently };
}

function readUrl(from: string, text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text;
  const guess = `http://${text}`;
  throw new CommandInputInvalid(
    from,
    !text.includes('://') && URL.canParse(guess)
      ? `${text} has no scheme; use ${guess} or https://${text}.`
      : `${text} is not an http or https URL.`,
  );
}

/** The server of the data directory that commands work on here. */
async function localUrl(): Promise<string> {
  // Loaded here: the schemas of both take longer than the rest of a command over HTTP.
  const [{ readConfig }, { findRunningServer }] = await Promise.all([
    import('../config/config.ts'),
    import('../data-directory/running-server.ts'),
  ]);
  return (await findRunningServer(readConfig(process.env).dataDir))?.listening ?? usualUrl;
}

/** The server knows projects by id; a key knows the names of those that it is for. */
async function findProjectId(client: DocwrightClient, idOrName: string): Promise<string> {
  if (/^prj_[0-9a-z]{26}$/.test(idOrName)) return idOrName;
  const projects = await client.projects();
  const match = idOrName === '' ? projects[0] : projects.find(({ name }) => name === idOrName);
  if (match === undefined) throw new ProjectNotFound(idOrName);
  return match.id;
}
