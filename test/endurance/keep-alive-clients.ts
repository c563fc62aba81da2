import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** One request that a client may send, and what it makes of the answer; throws when that is not what it must be. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  read(status: number, body: string): void;
}

export interface LoadReport {
  answered: number;
  /** The server was gone when a client wanted to connect: what a client or a proxy tries again without a doubt. */
  refused: number;
  /** A connection that was open ended without an answer: nobody knows what became of the request. */
  readonly failed: string[];
}

type Send = (url: string, request: LoadRequest) => Promise<{ status: number; body: string }>;

/**
 * Clients that keep their connections and send one request after another, by `node:http` with a connection each.
 * Some never rest, some think for up to `longestPause` milliseconds in between, so that a drain meets busy and idle ones.
 */
export function startClients({
  url,
  count,
  longestPause,
  sharesConnections = false,
  next,
}: {
  url: string;
  count: number;
  longestPause: number;
  /** Whether half of them send by `fetch`, whose pool opens connections at any time. */
  sharesConnections?: boolean;
  /** The next request of that client. */
  next: (client: number) => LoadRequest;
}): { readonly report: LoadReport; readonly agents: readonly Agent[]; stop(): Promise<LoadReport> } {
  const report: LoadReport = { answered: 0, refused: 0, failed: [] };
  const agents: Agent[] = [];
  const stopped = new AbortController();

  const run = async (client: number): Promise<void> => {
    const send = sharesConnections && client % 2 === 1 ? sendByFetch : sendByNode(agents);
    while (!stopped.signal.aborted) {
      const request = next(client);
      try {
        const { status, body } = await send(url, request);
        request.read(status, body);
        report.answered += 1;
      } catch (error) {
        if (isRefused(error)) {
          report.refused += 1;
          await delay(50);
        } else {
          report.failed.push(`${request.method} ${request.path}: ${describeError(error)}`);
        }
      }
      if (client % 4 > 1)
        await delay(Math.random() * longestPause, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  const runs = Array.from({ length: count }, (_, client) => run(client));

  return {
    report,
    agents,
    async stop() {
      stopped.abort();
      await Promise.all(runs);
      for (const agent of agents) agent.destroy();
      return report;
    },
  };
}

function sendByNode(agents: Agent[]): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return async (url, { method, path, headers = {}, body }) => {
    const sent = httpRequest(new URL(path, url), { agent, method, headers }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
    return { status: response.statusCode ?? 0, body: text };
  };
}

const sendByFetch: Send = async (url, { method, path, headers = {}, body }) => {
  const response = await fetch(new URL(path, url), { method, headers, ...(body !== undefined && { body }) });
  return { status: response.status, body: await response.text() };
};

function isRefused(error: unknown): boolean {
  return causes(error).some((cause) => cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED');
}

export function describeError(error: unknown): string {
  return causes(error).map(String).join(' <- ');
}

function causes(error: unknown): unknown[] {
  return error instanceof Error && error.cause !== undefined ? [error, ...causes(error.cause)] : [error];
}
