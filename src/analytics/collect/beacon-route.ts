import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Beacon } from '../../contract/beacon.ts';
import type { Project } from '../../contract/project.ts';
import type { HttpApp } from '../../http/create-http-app.ts';
import { networkOfAddress } from '../../http/client-address.ts';
import { InvalidRequest } from '../../http/errors.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import { limitBody } from '../../http/limit-body.ts';
import { problemResponses } from '../../http/problem-response.ts';
import { limitRate } from '../../http/rate-limit.ts';
import { decodeUtf8, readBody } from '../../http/read-body.ts';
import { withHeaders } from '../../http/response-headers.ts';
import { faultsOf } from '../../http/schema-faults.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import type { Projects } from '../../projects/projects.ts';
import type { RecordHits } from '../record-hits.ts';
import { hitOfBeacon } from './beacon.ts';
import { OriginNotAllowed } from './errors.ts';
import type { ProcessorBudget } from './processor-budget.ts';

const limitBytes = 32 * 1024;
/** Views per address and minute; an office behind one address stays below, a flood does not. */
const beaconsPerMinute = 1200;
/** The tracker calls it plain text, so that no browser asks first whether it may send it. */
const beaconText = {
  type: 'string',
  contentMediaType: 'application/json',
  contentSchema: z.toJSONSchema(Beacon, { io: 'input' }),
  example: JSON.stringify({
    project: 'prj_01kahy3v5rm0c2x7q8w4n6t9ze',
    id: '0f8fad5bd9cb469fa16570867728950e',
    url: 'https://docs.example.com/quickstart',
    hints: [],
  } satisfies Beacon),
} as const;
/** Processor time in any minute that the beacons of one address may cost, whatever they hold; five times what honest ones do. */
const millisecondsPerAddress = 2_000;
/** Milliseconds for which the settings of a project are remembered between beacons. */
const settingsLifetime = 1000;

export interface BeaconRouteOptions {
  readonly projects: Pick<Projects, 'get'>;
  readonly recordHits: RecordHits;
  readonly budget: ProcessorBudget;
  readonly clock: Clock;
}

/** Adds what the tracker sends to. No key: the page's origin must be one of the project's sites. */
export function addBeaconRoute(app: HttpApp, { projects, recordHits, budget, clock }: BeaconRouteOptions): void {
  const remembered = new Map<string, { project: Project | undefined; until: number }>();
  const findProject = async (id: string): Promise<Project | undefined> => {
    const known = remembered.get(id);
    if (known !== undefined && known.until > clock.now()) return known.project;
    const project = await projects.get(id);
    // Ids come from strangers: what does not exist is not remembered.
    if (project === undefined) remembered.delete(id);
    else remembered.set(id, { project, until: clock.now() + settingsLifetime });
    return project;
  };
  const fromAnySite = createMiddleware<HttpEnvironment>(async (context, next) => {
    await next();
    context.res.headers.set('access-control-allow-origin', '*');
  });

  app.openapi(
    createRoute({
      method: 'post',
      path: '/v1/collect',
      operationId: 'collectView',
      summary: 'Receive a page view of the tracker',
      tags: ['Collecting'],
      middleware: [
        fromAnySite,
        limitRate({
          name: 'views',
          windowSeconds: 60,
          clock,
          quota: () => beaconsPerMinute,
          keyOf: senderOf,
        }),
        limitBody(limitBytes),
      ] as const,
      request: { body: { required: true, content: { 'text/plain': { schema: beaconText } } } },
      responses: withHeaders(
        {
          202: { description: 'The view is stored for good, or dropped for a reason that the project can see.' },
          ...problemResponses(400, 403, 413, 415, 429, 500, 503),
        },
        'Access-Control-Allow-Origin',
        'RateLimit',
        'RateLimit-Policy',
      ),
    }),
    async (context) => {
      const body = await readBody(context, limitBytes);
      const ofAddress = budget.meterOf(`beacons of ${senderOf(context)}`, millisecondsPerAddress);
      const beacon = ofAddress(() => readBeacon(decodeUtf8(body)));
      const origin = context.req.header('origin');
      const project = await findProject(beacon.project);
      if (project === undefined || origin === undefined || !project.settings.analytics.sites.includes(origin)) {
        throw new OriginNotAllowed(origin);
      }
      const hit = hitOfBeacon(beacon, {
        receivedMs: clock.now(),
        ip: context.var.clientAddress,
        userAgent: context.req.header('user-agent'),
      });
      const ofProject = budget.meterOf(
        `beacons for ${project.id}`,
        project.settings.analytics.collectSecondsPerMinute * duration.second,
      );
      await recordHits(project, [hit], (work) => ofAddress(() => ofProject(work)));
      return context.body(null, 202);
    },
  );
}

/** Whose beacons are counted together. */
function senderOf(context: Context<HttpEnvironment>): string {
  return networkOfAddress(context.var.clientAddress ?? 'unknown');
}

function readBeacon(body: string): Beacon {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    throw new InvalidRequest([{ field: 'body', message: 'is not valid JSON' }], error);
  }
  const parsed = Beacon.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidRequest(faultsOf(parsed.error, { input: value, part: 'body' }));
}
