import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import type { ClientAddress } from './client-address.ts';
import { connectionOf, setAnswerHeaders } from './connection.ts';
import type { Exchanges } from './exchange.ts';
import type { HttpEnvironment } from './http-environment.ts';
import { readBody } from './read-body.ts';

/** A request as a direct route sees it, whichever way it came. */
export interface DirectRequest {
  /** By its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly client: ClientAddress;
  /** The body, decompressed, of at most as many bytes as the route takes. Throws what `read-body.ts` does. */
  readonly readBody: () => Promise<Buffer>;
  /** Go with the answer, or with the problem in its place. */
  readonly answerHeaders: Record<string, string>;
}

/**
 * A POST for which the framework would cost more than the work: its plain requests are answered from what Node parsed, all
 * others through the framework. Both call the same `answer`.
 */
export interface DirectRoute {
  /** Without parameters. */
  readonly path: string;
  readonly limitBytes: number;
  /** Resolves with the status of an answer without a body. What it throws becomes a problem. */
  readonly answer: (request: DirectRequest) => Promise<number>;
}

export interface DirectRoutes {
  add(route: DirectRoute): void;
  /** Answers a plain request to one of the routes; false for any other, of which nothing was read. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
}

export function createDirectRoutes({ exchanges, basePath }: { exchanges: Exchanges; basePath: string }): DirectRoutes {
  /** By the target of a request; a proxy may strip the base path. */
  const routes = new Map<string, DirectRoute>();

  async function answer(route: DirectRoute, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const exchange = exchanges.begin(incoming);
    const { requestId, client } = exchange;
    const answerHeaders: Record<string, string> = exchanges.headersOf(exchange);
    const header = headerIn(incoming);
    const request = { header, client, answerHeaders, readBody: () => readWhole(incoming) };
    const refuse = async (thrown: unknown) => {
      const caller = { requestId, accept: header('accept'), entrance: 'api' } as const;
      const problem = exchanges.refuse(thrown, caller, incoming);
      return { status: problem.status, headers: Object.fromEntries(problem.headers), body: await problem.text() };
    };
    const answered = (status: number) => ({ status, headers: {}, body: '' });
    const { status, headers, body } = await route.answer(request).then(answered, refuse);
    try {
      outgoing.writeHead(status, { ...headers, ...answerHeaders, 'content-length': Buffer.byteLength(body) });
      outgoing.end(body);
      exchanges.end(exchange, { method: 'POST', route: route.path, status });
    } catch (fault) {
      exchanges.noteBrokenOff(exchange, fault);
      outgoing.destroy();
    }
  }

  return {
    add(route) {
      for (const target of [route.path, `${basePath}${route.path}`]) routes.set(target, route);
    },
    answer(incoming, outgoing) {
      const route = routes.get(incoming.url ?? '');
      if (route === undefined || incoming.method !== 'POST' || !isPlain(incoming, route.limitBytes)) return false;
      void answer(route, incoming, outgoing);
      return true;
    },
  };
}

/** As Node reads it, which decides how repeated headers become one. */
function headerIn(incoming: IncomingMessage): DirectRequest['header'] {
  return (name) => incoming.headers[name]?.toString();
}

/** Of a host that the framework takes as well. */
const plainHost = /^[a-z0-9.-]+(?::\d+)?$/i;

/** Whether a request says how long its body is, within the limit, and wants nothing of it but to be read. */
function isPlain({ headers }: IncomingMessage, limitBytes: number): boolean {
  return (
    Number(headers['content-length']) <= limitBytes &&
    headers['content-encoding'] === undefined &&
    headers.expect === undefined &&
    plainHost.test(headers.host ?? '')
  );
}

/** Node sees to it that no more comes than was announced. Rejects when the connection ends before. */
function readWhole(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
    incoming.on('error', reject);
  });
}

/** The same route through the framework: a handler for it, behind a middleware for its headers. */
export function throughFramework({ limitBytes, answer }: DirectRoute): {
  readonly handler: (context: Context<HttpEnvironment>) => Promise<Response>;
  readonly middleware: MiddlewareHandler<HttpEnvironment>;
} {
  const headersOf = new WeakMap<Context, Record<string, string>>();
  return {
    handler: async (context) => {
      const { incoming } = connectionOf(context);
      const answerHeaders = {};
      headersOf.set(context, answerHeaders);
      const status = await answer({
        header: incoming === undefined ? (name) => context.req.header(name) : headerIn(incoming),
        client: { address: context.get('clientAddress'), ignoredHeader: context.get('ignoredAddressHeader') },
        readBody: () => readBody(context, limitBytes),
        answerHeaders,
      });
      return new Response(null, { status });
    },
    middleware: async (context, next) => {
      await next();
      setAnswerHeaders(context, headersOf.get(context) ?? {});
    },
  };
}
