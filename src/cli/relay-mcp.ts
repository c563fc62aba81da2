import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { readServerSentEvents } from '../../client/src/server-sent-events.ts';
import { duration } from '../kernel/clock.ts';
import { readConnectionFault } from '../outgoing/connection-fault.ts';
import { sendPatiently } from '../outgoing/send.ts';
import type { ServerConnection } from './server-connection.ts';

/** The server sends a comment each 15 seconds. */
const longestSilence = duration.minute;
/** For answers under way when the client closes its end. */
const lastWait = 5 * duration.second;
const version = 'io.modelcontextprotocol/protocolVersion';

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly uri?: string;
    readonly requestId?: string | number;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
  readonly result?: { readonly protocolVersion?: string };
}

/**
 * Carries the messages of an MCP client to `/mcp` of the server, each by a request of its own, and the answers back, until the
 * input ends. Whatever goes wrong becomes the answer of the request, so that the client shows it.
 */
export async function relayMcp(
  { baseUrl, apiKey }: ServerConnection,
  input: Readable,
  write: (message: object) => void,
): Promise<void> {
  const url = `${baseUrl.replace(/\/$/, '')}/mcp`;
  const running = new Map<string | number, AbortController>();
  const pending = new Set<Promise<void>>();
  /** As the handshake of clients before 2026 has settled it. */
  let negotiated: string | undefined;
  const refuse = (id: string | number | undefined, message: string): void => {
    if (id === undefined) return;
    running.delete(id);
    write({ jsonrpc: '2.0', id, error: { code: -32_000, message } });
  };
  const pass = (text: string): void => {
    const message = JSON.parse(text) as Message;
    negotiated = message.result?.protocolVersion ?? negotiated;
    if (message.method === undefined && message.id !== undefined) running.delete(message.id);
    write(message);
  };
  const carry = async (message: Message, body: string): Promise<void> => {
    const { id } = message;
    const control = new AbortController();
    if (id !== undefined) running.set(id, control);
    try {
      const headers = { ...headersOf(message, negotiated), authorization: `Bearer ${apiKey}` };
      const response = await sendPatiently(url, { method: 'POST', headers, body, signal: control.signal });
      if (response.headers.get('content-type')?.startsWith('text/event-stream') === true && response.body !== null)
        for await (const data of readServerSentEvents(response.body, longestSilence, control.signal)) pass(data);
      else {
        const text = await response.text();
        const fault = text === '' ? undefined : faultIn(text, response.status);
        if (fault !== undefined) refuse(id, fault);
        else if (text !== '') pass(text);
      }
      if (id !== undefined && running.has(id)) refuse(id, 'The server ended the connection before it answered.');
    } catch (error) {
      if (control.signal.aborted) return;
      const fault = readConnectionFault(error, { host: new URL(baseUrl).host });
      const reason =
        fault?.message ?? `${baseUrl} does not answer (${error instanceof Error ? error.message : String(error)}).`;
      refuse(id, `${reason} Start the server, or set DOCWRIGHT_URL to its address.`);
    } finally {
      if (id !== undefined) running.delete(id);
    }
  };

  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const message = parse(line);
    if (message === undefined) write({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Not JSON.' } });
    else if (message.method === 'notifications/cancelled') running.get(message.params?.requestId ?? '')?.abort();
    else {
      const carried = carry(message, line).finally(() => pending.delete(carried));
      pending.add(carried);
    }
  }
  const late = setTimeout(() => {
    for (const control of running.values()) control.abort();
  }, lastWait);
  await Promise.all(pending);
  clearTimeout(late);
}

const keyRefused =
  'The server rejected DOCWRIGHT_API_KEY: the key is mistyped, expired, revoked or for another server. Create one in the dashboard.';

/** Why the server refused a request before the protocol saw it; undefined where the protocol answers. */
function faultIn(text: string, status: number): string | undefined {
  const answer = JSON.parse(text) as { readonly jsonrpc?: string; readonly detail?: string };
  if (answer.jsonrpc !== undefined) return undefined;
  return status === 401 ? keyRefused : (answer.detail ?? `The server answered with status ${status}.`);
}

function parse(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

/** What the header `Mcp-Name` repeats. */
const namedBy: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** What HTTP wants to know without reading the body. */
function headersOf({ method, params }: Message, negotiated: string | undefined): Record<string, string> {
  const claimed = params?._meta?.[version];
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  if (typeof claimed !== 'string')
    return negotiated === undefined ? headers : { ...headers, 'mcp-protocol-version': negotiated };
  const name = namedBy[method ?? ''];
  return {
    ...headers,
    'mcp-protocol-version': claimed,
    'mcp-method': method ?? '',
    ...(name !== undefined && { 'mcp-name': headerValue(params?.[name] ?? '') }),
  };
}

function headerValue(text: string): string {
  return /^[!-~]+$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
