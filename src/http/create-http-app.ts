import { OpenAPIHono } from '@hono/zod-openapi';
import { getConnInfo } from '@hono/node-server/conninfo';
import { compress } from 'hono/compress';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { Context } from 'hono';
import { routePath } from 'hono/route';
import { getPathNoStrict } from 'hono/utils/url';
import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { Logger } from '../kernel/logger.ts';
import { isStorageFault, readStorageFault, withoutPlace } from '../kernel/storage-fault.ts';
import { createClientAddressReader } from './client-address.ts';
import { connectionOf, setAnswerHeader } from './connection.ts';
import {
  InternalFault,
  InvalidRequest,
  MethodNotAllowed,
  RequestCutOff,
  RouteNotFound,
  Unavailable,
  UnsupportedContentType,
} from './errors.ts';
import type { HttpEnvironment } from './http-environment.ts';
import { createFailureLog } from './failure-log.ts';
import { createPublicPath } from './public-path.ts';
import { problemResponse, type ProblemCaller } from './problem-response.ts';
import { requireReadableAddress } from './readable-address.ts';
import { RememberingRouter } from './remembering-router.ts';
import { headers } from './response-headers.ts';
import { faultsOf } from './schema-faults.ts';

export type HttpApp = OpenAPIHono<HttpEnvironment>;

export interface HttpAppOptions {
  readonly logger: Logger;
  readonly clock: Clock;
  /** How people reach the server; its path stands before every address. */
  readonly publicUrl?: string;
  /** Addresses and networks that may say for whom they forward. */
  readonly trustedProxies: readonly string[];
  /** The only header in which they say it; left out, any that `client-address.ts` knows. */
  readonly addressHeader?: string | undefined;
  /** Called once per answered request; `route` is the pattern, so that it is safe as a metric label. */
  readonly onRequest?: (request: { method: string; route: string; status: number; seconds: number }) => void;
}

/** An empty application with what every route needs: request id, client address, validation, errors, log. */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { logger, clock, publicUrl, onRequest } = options;
  const readClientAddress = createClientAddressReader(options.trustedProxies, options.addressHeader);
  const publicPath = createPublicPath(publicUrl ?? 'http://localhost');
  const app: HttpApp = new OpenAPIHono<HttpEnvironment>({
    router: new RememberingRouter(),
    // A slash at the end of an address changes nothing.
    getPath: (request: Request) => publicPath.routeOf(getPathNoStrict(request)),
    defaultHook: (result) => {
      if (result.success) return;
      const { target } = result;
      throw new InvalidRequest(faultsOf(result.error, { input: inputOf(result), part: partOf[target] ?? target }));
    },
  });
  for (const [name, header] of Object.entries(headers)) app.openAPIRegistry.registerComponent('headers', name, header);
  const logFailure = createFailureLog({ logger, clock });
  app.use(async (context, next) => {
    const started = clock.now();
    const requestId = newId('req', started);
    context.set('requestId', requestId);
    const client = readClientAddress(socketAddress(context), connectionOf(context).incoming?.headers ?? {});
    context.set('clientAddress', client.address);
    context.set('ignoredAddressHeader', client.ignoredHeader);
    context.set('breakOff', (fault) => {
      logger.error({ requestId, error: fault }, 'answer broken off');
      const { outgoing } = connectionOf(context);
      if (outgoing === undefined) throw fault;
      outgoing.destroy();
    });
    await next();
    setAnswerHeader(context, 'x-request-id', requestId);
    setAnswerHeader(context, 'x-content-type-options', 'nosniff');
    // Nobody will read it, and a stream would wait for its reader for ever.
    if (context.req.method === 'HEAD') await context.res.body?.cancel();
    const milliseconds = clock.now() - started;
    const request = { method: context.req.method, route: routePath(context, -1), status: context.res.status };
    onRequest?.({ ...request, seconds: milliseconds / 1000 });
    logger.debug({ ...request, requestId, milliseconds }, 'answered');
  });
  app.use((context, next) => {
    requireReadableAddress(context.req.url);
    return next();
  });
  app.use((context, next) =>
    context.req.method === 'GET' && context.req.header('accept-encoding') !== undefined
      ? compressAnswer(context, next)
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
  app.onError((thrown, context) => {
    const { requestId } = context.var;
    const error = isCutOff(context) ? new RequestCutOff(thrown) : toAppError(thrown);
    if (error.facts.status >= 500) logFailure(thrown, { requestId, code: error.facts.code });
    return problemResponse(error, callerOf(context));
  });
  return app;
}

/** Not event streams, each line of which has to leave at once. */
const compressAnswer = compress({
  contentTypeFilter: (type) =>
    !type.startsWith('text/event-stream') &&
    /^(?:text\/|application\/(?:[a-z.+-]*json|x-ndjson|javascript))/.test(type),
});

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

/** Whether the caller went away before all of its request had come. */
function isCutOff(context: Context<HttpEnvironment>): boolean {
  const { incoming } = connectionOf(context);
  return incoming !== undefined && incoming.destroyed && !incoming.complete;
}

function socketAddress(context: Context<HttpEnvironment>): string | undefined {
  return connectionOf(context).incoming === undefined ? undefined : getConnInfo(context).remote.address;
}

function toAppError(thrown: unknown): AppError {
  if (isStorageFault(thrown)) return withoutPlace(thrown);
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof HTTPException && thrown.status === 400) {
    return new InvalidRequest([{ field: 'body', message: 'is not valid JSON' }], thrown);
  }
  if (thrown instanceof HTTPException && thrown.status === 415) return new UnsupportedContentType(undefined, ['JSON']);
  const storageFault = readStorageFault(thrown);
  if (storageFault !== undefined) return storageFault;
  if (isDatabaseAway(thrown)) return new Unavailable('The database cannot be reached.', thrown);
  if (isClosed(thrown)) return new Unavailable('The server has stopped.', thrown);
  return new InternalFault(thrown);
}

/** Asked by a request that outlived the grace period of a shutdown: Kysely, and a file of SQLite. */
function isClosed(thrown: unknown): boolean {
  const message = thrown instanceof Error ? thrown.message : '';
  return message === 'driver has already been destroyed' || message === 'The database connection is not open';
}

/** SQLite: locked for too long, file gone. PostgreSQL says it by an error of its own. */
function isDatabaseAway(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  return /^SQLITE_(BUSY|CANTOPEN)/.test(code);
}
