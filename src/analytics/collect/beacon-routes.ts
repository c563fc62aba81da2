import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Beacon } from '../../contract/beacon.ts';
import type { HttpApp } from '../../http/create-http-app.ts';
import { networkOfAddress } from '../../http/address.ts';
import { setAnswerHeader } from '../../http/connection.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import { problemResponses } from '../../http/problem-response.ts';
import { limitRate } from '../../http/rate-limit.ts';
import { readBody } from '../../http/read-body.ts';
import { withHeaders } from '../../http/response-headers.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { TakeBeacon } from './take-beacon.ts';

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

/** Adds what the tracker sends to. No key: the page's origin must be one of the project's sites. */
export function addBeaconRoutes(app: HttpApp, { takeBeacon, clock }: { takeBeacon: TakeBeacon; clock: Clock }): void {
  const fromAnySite = createMiddleware<HttpEnvironment>(async (context, next) => {
    await next();
    setAnswerHeader(context, 'access-control-allow-origin', '*');
  });

  app.openapi(
    createRoute({
      method: 'post',
      path: '/v1/collect',
      operationId: 'collectView',
      summary: 'Receive a page view from the tracker',
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
      ] as const,
      request: { body: { required: true, content: { 'text/plain': { schema: beaconText } } } },
      responses: withHeaders(
        {
          202: { description: 'The view is stored on disk, or dropped with a reason that the project can see.' },
          ...problemResponses(400, 403, 413, 415, 429, 500, 503),
        },
        'Access-Control-Allow-Origin',
        'RateLimit',
        'RateLimit-Policy',
      ),
    }),
    async (context) => {
      await takeBeacon({
        body: await readBody(context, limitBytes),
        sender: senderOf(context),
        origin: context.req.header('origin'),
        ip: context.get('clientAddress'),
        ignoredAddressHeader: context.get('ignoredAddressHeader'),
        userAgent: context.req.header('user-agent'),
      });
      return context.body(null, 202);
    },
  );
}

/** Whose beacons are counted together. */
function senderOf(context: Context<HttpEnvironment>): string {
  // `context.var` would make an object of all variables each time.
  return networkOfAddress(context.get('clientAddress') ?? 'unknown');
}
