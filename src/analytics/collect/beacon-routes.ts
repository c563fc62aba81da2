import { createRoute, z } from '@hono/zod-openapi';
import { Beacon } from '../../contract/beacon.ts';
import type { HttpApp } from '../../http/create-http-app.ts';
import { networkOfAddress } from '../../http/address.ts';
import { throughFramework, type DirectRoute } from '../../http/direct-routes.ts';
import { problemResponses } from '../../http/problem-response.ts';
import { createQuota } from '../../http/quota.ts';
import { rateLimitHeaders } from '../../http/rate-limit-headers.ts';
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
  const takeQuota = createQuota({ name: 'views', windowSeconds: 60, clock });
  const route: DirectRoute = {
    path: '/v1/collect',
    limitBytes,
    async answer({ header, client, readBody, answerHeaders }) {
      answerHeaders['access-control-allow-origin'] = '*';
      const sender = networkOfAddress(client.address ?? 'unknown');
      Object.assign(answerHeaders, rateLimitHeaders(takeQuota(sender, beaconsPerMinute)));
      await takeBeacon({
        body: await readBody(),
        sender,
        origin: header('origin'),
        ip: client.address,
        ignoredAddressHeader: client.ignoredHeader,
        userAgent: header('user-agent'),
      });
      return 202;
    },
  };
  const { handler, middleware } = throughFramework(route);
  app.direct.add(route);
  app.openapi(
    createRoute({
      method: 'post',
      path: route.path,
      operationId: 'collectView',
      summary: 'Receive a page view from the tracker',
      tags: ['Collecting'],
      middleware: [middleware] as const,
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
    handler,
  );
}
