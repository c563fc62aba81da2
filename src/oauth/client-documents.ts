import { LRUCache } from 'lru-cache';
import { clientMetadataSchema, type ClientMetadata } from '../contract/oauth.ts';
import { duration } from '../kernel/clock.ts';
import { readConnectionFault } from '../outgoing/connection-fault.ts';
import { isNotPublic } from '../outgoing/public-lookup.ts';
import { sendToPublic } from '../outgoing/send.ts';
import { OAuthRefused } from './errors.ts';

/** Bytes; documents have a few hundred. */
const longestDocument = 16 * 1024;
const longestWait = 5 * duration.second;
/** From the question to the decision of the person. */
const trust = 5 * duration.minute;

/** What the client at this address says of itself. Throws `OAuthRefused`. */
export type ReadDocument = (clientId: string) => Promise<ClientMetadata>;

/** Whether a client names itself by the address of its document: HTTPS, with a path, in its usual form. */
export function isDocumentAddress(clientId: string): boolean {
  const url = URL.parse(clientId);
  if (url?.protocol !== 'https:' || url.pathname === '/' || url.href !== clientId) return false;
  return url.username === '' && url.password === '' && !clientId.includes('#');
}

/**
 * Client ID metadata documents: what a client publishes of itself at the address that is its id. Reads the public internet
 * only and follows no redirect.
 */
export function createClientDocuments({ ask = sendToPublic, patience = longestWait } = {}): ReadDocument {
  const read = new LRUCache<string, ClientMetadata>({ max: 100, ttl: trust });
  return async (clientId) => {
    const known = read.get(clientId);
    if (known !== undefined) return known;
    const { host } = new URL(clientId);
    const refused = (why: string) => new OAuthRefused('invalid_client', `The document of this client ${why}.`);
    const signal = AbortSignal.timeout(patience);
    let text: string | undefined;
    try {
      const answer = await ask(new URL(clientId), { signal, headers: { accept: 'application/json' } });
      if (answer.status !== 200) {
        await answer.body?.cancel();
        throw refused(`cannot be read: ${host} answered ${answer.status}`);
      }
      text = await readShort(answer.body as AsyncIterable<Uint8Array> | null);
    } catch (error) {
      if (error instanceof OAuthRefused) throw error;
      if (signal.aborted) throw refused(`cannot be read: ${host} took too long`);
      if (isNotPublic(error)) throw refused(`cannot be read: ${host} is not on the public internet`);
      const why = readConnectionFault(error, { host })?.message ?? `${host} cannot be reached`;
      throw refused(`cannot be read: ${why.replace(/\.$/, '')}`);
    }
    if (text === undefined) throw refused(`is larger than ${longestDocument} bytes`);
    const document = documentIn(text);
    const metadata = clientMetadataSchema.safeParse(document).data;
    if (metadata === undefined) throw refused('is not JSON with `client_id` and 1 to 20 `redirect_uris`');
    if (document?.client_id !== clientId) throw refused('names another client');
    if ((metadata.token_endpoint_auth_method ?? 'none') !== 'none')
      throw refused('asks for a way to authenticate that this server does not support');
    read.set(clientId, metadata);
    return metadata;
  };
}

/** Undefined for one that is too long; leaving the loop closes the connection. */
async function readShort(body: AsyncIterable<Uint8Array> | null): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > longestDocument) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function documentIn(text: string): { client_id?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
