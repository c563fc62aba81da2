import { createRoute, z } from '@hono/zod-openapi';
import { authorizationRequestSchema, consentSchema, decisionSchema, grantSchema } from '../contract/oauth.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import { limitRate } from '../http/rate-limit.ts';
import type { Clock } from '../kernel/clock.ts';
import type { OAuth } from '../oauth/oauth.ts';
import { changeByMember, requireMember, type Gate } from './require-member.ts';
import { dashboardPath, jsonAnswer, jsonBody } from './route-parts.ts';

export interface GrantRoutesOptions {
  readonly oauth: Pick<OAuth, 'authorization' | 'grants'>;
  readonly clock: Clock;
  readonly gate: Gate;
}

/** What members grant to clients: the question, the decision, and the list. A member ends their own, an owner any. */
export function addGrantRoutes(app: HttpApp, { oauth, clock, gate }: GrantRoutesOptions): void {
  const { authorization, grants } = oauth;
  const byMember = changeByMember(gate, 'viewer');
  const listOfGrants = jsonAnswer(z.object({ grants: z.array(grantSchema) }));
  // The document of a client may have to be fetched.
  const minute = limitRate({
    name: 'authorization requests from this address',
    windowSeconds: 60,
    quota: () => 60,
    keyOf: (context) => context.var.clientAddress ?? 'unknown',
    clock,
  });

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/oauth/consent`,
      summary: 'Describe what a client asks for',
      middleware: [byMember, minute] as const,
      request: jsonBody(z.strictObject({ request: authorizationRequestSchema })),
      responses: { 200: jsonAnswer(consentSchema), ...problemResponses(400, 401, 403, 429) },
    }),
    async (context) => {
      const { request } = context.req.valid('json');
      return context.json(await authorization.describe(request, context.var.signedIn.member), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/oauth/decision`,
      summary: 'Grant or deny what a client asks for',
      middleware: [byMember, minute] as const,
      request: jsonBody(decisionSchema),
      responses: {
        200: jsonAnswer(z.object({ url: z.string().describe('Where the browser takes the answer to the client.') })),
        ...problemResponses(400, 401, 403, 404, 429),
      },
    }),
    async (context) => {
      const { request, grant } = context.req.valid('json');
      return context.json({ url: await authorization.decide(request, context.var.signedIn.member, grant) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/grants`,
      summary: 'List the clients that act for you, oldest first',
      middleware: requireMember(gate, 'viewer'),
      responses: { 200: listOfGrants, ...problemResponses(401) },
    }),
    async (context) => {
      const { id } = context.var.signedIn.member;
      return context.json({ grants: await grants.list({ memberId: id }) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/projects/{projectId}/grants`,
      summary: 'List the clients with access to a project, oldest first',
      middleware: requireMember(gate, 'editor'),
      request: { params: z.object({ projectId: z.string() }) },
      responses: { 200: listOfGrants, ...problemResponses(401, 403) },
    }),
    async (context) => context.json({ grants: await grants.list(context.req.valid('param')) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${dashboardPath}/grants/{grantId}`,
      summary: 'End the access of a client at once',
      middleware: byMember,
      request: { params: z.object({ grantId: z.string() }) },
      responses: { 204: { description: 'Ended.' }, ...problemResponses(401, 403, 404) },
    }),
    async (context) => {
      const { id: memberId, role } = context.var.signedIn.member;
      await grants.end({ id: context.req.valid('param').grantId, memberId, role });
      return context.body(null, 204);
    },
  );
}
