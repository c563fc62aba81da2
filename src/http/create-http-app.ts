import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { OpenAPIHono } from '@hono/zod-openapi';
import { compress } from 'hono/compress';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { Context } from 'hono';
import { routePath } from 'hono/route';
import { getPathNoStrict } from 'hono/utils/url';
import { preferenceFor } from './accept.ts';
import { connectionOf, setAnswerHeaders } from './connection.ts';
import { createDirectRoutes, type DirectRoutes } from './direct-routes.ts';
import { InvalidRequest, MethodNotAllowed, RouteNotFound } from './errors.ts';
import { createExchanges, type ExchangeOptions } from './exchange.ts';
import type { HttpEnvironment } from './http-environment.ts';
import { createPublicPath } from './public-path.ts';
import { problemResponse, type ProblemCaller } from './problem-response.ts';
import { requireReadableAddress } from './readable-address.ts';
import { RememberingRouter } from './remembering-router.ts';
import { headers } from './response-headers.ts';
import { faultsOf } from './schema-faults.ts';

export type HttpApp = OpenAPIHono<HttpEnvironment> & { readonly direct: DirectRoutes };

export interface HttpAppOptions extends ExchangeOptions {
  /** How people reach the server; its path stands before every address. */
  readonly publicUrl?: string;
}

/** An empty application with what every route needs: request id, client address, validation, errors, log. */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { publicUrl } = options;
  const exchanges = createExchanges(options);
  const publicPath = createPublicPath(publicUrl ?? 'http://localhost');
  const direct = createDirectRoutes({ exchanges, basePath: publicPath.path });
  const framework = new OpenAPIHono<HttpEnvironment>({
    router: new RememberingRouter(),
    // A slash at the end of an address changes nothing.
    getPath: (request: Request) => publicPath.routeOf(getPathNoStrict(request)),
    defaultHook: (result) => {
      if (result.success) return;
      const { target } = result;
      throw new InvalidRequest(faultsOf(result.error, { input: inputOf(result), part: partOf[target] ?? target }));
    },
  });
  const app: HttpApp = Object.assign(framework, { direct });
  for (const [name, header] of Object.entries(headers)) app.openAPIRegistry.registerComponent('headers', name, header);
  app.use(async (context, next) => {
    const exchange = exchanges.begin(connectionOf(context).incoming);
    const { client } = exchange;
    context.set('requestId', exchange.requestId);
    context.set('clientAddress', client.address);
    context.set('ignoredAddressHeader', client.ignoredHeader);
    context.set('breakOff', (fault) => {
      exchanges.noteBrokenOff(exchange, fault);
      const { outgoing } = connectionOf(context);
      if (outgoing === undefined) throw fault;
      outgoing.destroy();
    });
    await next();
    setAnswerHeaders(context, exchanges.headersOf(exchange));
    // Nobody will read it, and a stream would wait for its reader for ever.
    if (context.req.method === 'HEAD') await context.res.body?.cancel();
    exchanges.end(exchange, {
      method: context.req.method,
      route: routePath(context, -1),
      status: context.res.status,
    });
  });
  app.use((context, next) => {
    requireReadableAddress(context.req.url);
    return next();
  });
  app.use((context, next) =>
    context.req.method === 'GET' && context.req.header('accept-encoding') !== undefined
      ? compressAnswer(context, () => next().then(() => tellLength(context)))
      : next(),
  );
  if (publicPath.path !== '') app.use(publicPath.rewriteAnswers);
  const tellMethods = methodNotAllowed({ app, onMethodNotAllowed });
  app.notFound(async (context: Context<HttpEnvironment, string>) => {
    await tellMethods(context, () => {
      context.res = problemResponse(new RouteNotFound(context.req.method, context.req.path), callerOf(context));
      return Promise.resolve();
    });
    return context.res;
  });
  app.onError((thrown, context) => exchanges.refuse(thrown, callerOf(context), connectionOf(context).incoming));
  return app;
}

/** Bytes. To compress the answer to a poll takes as long as all else of it. */
const compressedFrom = 4096;

/** Not event streams, each line of which has to leave at once. */
const compressAnswer = compress({
  threshold: compressedFrom,
  contentTypeFilter: (type) =>
    !type.startsWith('text/event-stream') &&
    /^(?:text\/|application\/(?:[a-z.+-]*json|x-ndjson|javascript))/.test(type),
});

/**
 * Without its length every answer would be compressed. JSON is never streamed; what is streamed is long. Long JSON is compressed here: the
 * streams of the Web take as much processor time for a page of rows as all else of the answer, this a seventh of it.
 */
async function tellLength(context: Context<HttpEnvironment>): Promise<void> {
  const { res } = context;
  if (res.body === null || !/^application\/(?:problem\+)?json\b/.test(res.headers.get('content-type') ?? '')) return;
  let body: Uint8Array<ArrayBuffer> = new Uint8Array(await res.arrayBuffer());
  const headers = new Headers(res.headers);
  if (body.length >= compressedFrom && takesGzip(context) && !headers.has('etag')) {
    body = await compressBody(body, { level: constants.Z_BEST_SPEED });
    headers.set('content-encoding', 'gzip');
    headers.append('vary', 'Accept-Encoding');
  }
  headers.set('content-length', String(body.length));
  // Made of the answer before, or put beside it, it would be sent as a stream.
  context.res = undefined;
  context.res = new Response(body, { status: res.status, headers });
}

const compressBody = promisify(gzip);

function takesGzip({ req }: Context<HttpEnvironment>): boolean {
  return preferenceFor('gzip', req.header('accept-encoding')) > 0;
}

/** What a person calls the part of a request that a schema is of. */
const partOf: Readonly<Record<string, string>> = { json: 'body', form: 'body', param: 'path', header: 'headers' };

/** What was validated: the hook is given it, whatever its type says. */
function inputOf(result: object): unknown {
  return 'data' in result ? result.data : undefined;
}

/** The address is known, but not for this method. */
function onMethodNotAllowed(context: Context<HttpEnvironment>, methods: readonly string[]): Response {
  const allowed = [...methods, 'OPTIONS'].sort();
  const { method, path } = context.req;
  // Made anew, since the context would give it the type of the 404 that came before.
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow: allowed.join(', ') } });
  return problemResponse(new MethodNotAllowed(method, path, allowed), callerOf(context));
}

function callerOf(context: Context<HttpEnvironment>): ProblemCaller {
  return {
    requestId: context.get('requestId'),
    accept: context.req.header('accept'),
    entrance: context.req.path.startsWith('/api/dashboard/') ? 'settings' : 'api',
  };
}
