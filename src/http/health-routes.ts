import { createHash, timingSafeEqual } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import type { Registry } from 'prom-client';
import { forwardingHeaders } from './client-address.ts';
import type { HttpApp } from './create-http-app.ts';
import { MetricsKeyNeeded } from './errors.ts';
import { problemResponses } from './problem-response.ts';

const tags = ['Operations'];
const aliveSchema = z.object({ status: z.literal('ok') });
const readinessSchema = z
  .object({
    status: z.enum(['ready', 'draining', 'failing']),
    checks: z.record(z.string(), z.enum(['ok', 'failing'])),
    waitingViews: z
      .int()
      .optional()
      .describe('Accepted views that wait on this machine for ClickHouse. Only with ClickHouse.'),
    clock: z
      .enum(['trusted', 'jumped', 'disputed'])
      .optional()
      .describe('While the clock is not trusted, nothing is deleted by age. `docwright clock` says more.'),
    missingRepositories: z
      .int()
      .optional()
      .describe(
        "Projects whose repository is in another machine's data directory. Their jobs wait for that machine. Only with PostgreSQL.",
      ),
  })
  .openapi('Readiness');

/** A check that takes longer than this, in milliseconds, has failed. */
const checkTimeout = 2_000;

export interface HealthOptions {
  /** By name, such as `database`; a check fails by rejecting. Names are shown to anybody, reasons are not. */
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>;
  readonly draining: AbortSignal;
  /** Views that wait for their store, where they can; they do not keep the server from taking more. */
  readonly waitingViews?: (() => { readonly views: number }) | undefined;
  /** Whether the clock is trusted; a server with another one serves all the same. */
  readonly clockVerdict?: (() => Promise<'trusted' | 'jumped' | 'disputed'>) | undefined;
  /** Repositories that this machine should have and does not, where it is one of several; all other projects are served. */
  readonly missingRepositories?: (() => Promise<readonly unknown[]>) | undefined;
  readonly registry: Registry;
  /** Who sees the metrics: everybody on this machine, whoever has the key, or nobody while there is none. */
  readonly metrics: 'open' | { readonly key: string | undefined };
}

/** Adds what a supervisor and a monitor ask. Nothing of a project is shown. */
export function addHealthRoutes(
  app: HttpApp,
  { checks, draining, waitingViews, clockVerdict, missingRepositories, registry, metrics }: HealthOptions,
): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: '/healthz',
      operationId: 'isAlive',
      summary: 'Check that the process is alive',
      tags,
      responses: { 200: { description: 'Yes.', content: { 'application/json': { schema: aliveSchema } } } },
    }),
    (context) => context.json({ status: 'ok' as const }, 200),
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/readyz',
      operationId: 'isReady',
      summary: 'Check that the server is ready for traffic',
      description: 'Not ready while the server shuts down or a service it needs is unavailable.',
      tags,
      responses: {
        200: { description: 'Yes.', content: { 'application/json': { schema: readinessSchema } } },
        503: { description: 'Not now.', content: { 'application/json': { schema: readinessSchema } } },
      },
    }),
    async (context) => {
      const outcomes = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const),
      );
      const allFine = outcomes.every(([, result]) => result === 'ok');
      const status: z.infer<typeof readinessSchema>['status'] = draining.aborted
        ? 'draining'
        : allFine
          ? 'ready'
          : 'failing';
      const waiting = waitingViews === undefined ? {} : { waitingViews: waitingViews().views };
      const missing = allFine ? await missingRepositories?.().catch(() => undefined) : undefined;
      const clock = allFine ? await clockVerdict?.().catch(() => undefined) : undefined;
      const answer = {
        status,
        checks: Object.fromEntries(outcomes),
        ...waiting,
        ...(clock === undefined ? {} : { clock }),
        ...(missing === undefined ? {} : { missingRepositories: missing.length }),
      };
      return context.json(answer, status === 'ready' ? 200 : 503);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/metrics',
      operationId: 'readMetrics',
      summary: 'Get metrics in the Prometheus text format',
      description:
        'Needs DOCWRIGHT_METRICS_KEY as bearer token. Without that variable, a server that listens only on loopback serves them there without a proxy.',
      tags,
      responses: {
        200: { description: 'All metrics.', content: { 'text/plain': { schema: z.string() } } },
        ...problemResponses(401),
      },
    }),
    async (context) => {
      const isOpen = metrics === 'open' && isAskedHere(context.req.raw);
      const key = metrics === 'open' ? undefined : metrics.key;
      if (!isOpen && !isKey(context.req.header('authorization'), key)) throw new MetricsKeyNeeded();
      return context.text(await registry.metrics(), 200, { 'content-type': registry.contentType });
    },
  );
}

const thisMachine = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** What proxies add, one of which may stand on this machine and pass on what all the world asks. */
const addedByProxies: ReadonlySet<string> = new Set([...forwardingHeaders, 'via', 'cf-ray', 'cdn-loop']);

/** Under a name of this machine, so neither through a proxy nor by a page whose name came to mean this machine (DNS rebinding). */
function isAskedHere({ url, headers }: Request): boolean {
  const isThroughProxy = [...headers.keys()].some(
    (name) => addedByProxies.has(name) || name.startsWith('x-forwarded-'),
  );
  return thisMachine.test(new URL(url).hostname) && !isThroughProxy;
}

/** Takes the same time whatever is sent. */
function isKey(header: string | undefined, key: string | undefined): boolean {
  const [sent, expectedHeader] = [header ?? '', `Bearer ${key ?? ''}`].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return (
    key !== undefined && sent !== undefined && expectedHeader !== undefined && timingSafeEqual(sent, expectedHeader)
  );
}

async function outcome(check: () => Promise<unknown>): Promise<'ok' | 'failing'> {
  const { promise: late, resolve } = Promise.withResolvers<'failing'>();
  const timer = setTimeout(resolve, checkTimeout, 'failing');
  try {
    return await Promise.race([check().then(() => 'ok' as const), late]);
  } catch {
    return 'failing';
  } finally {
    clearTimeout(timer);
  }
}
