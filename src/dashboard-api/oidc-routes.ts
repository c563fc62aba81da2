import { createRoute, z } from '@hono/zod-openapi';
import { memberSchema, nextPathSchema } from '../contract/account.ts';
import { networkOfAddress } from '../http/address.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import { limitRate } from '../http/rate-limit.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { createCookie } from './browser-cookie.ts';
import { browserName } from './browser-name.ts';
import { changeByMember, fromDashboard, type Gate } from './require-member.ts';
import { dashboardPath, jsonAnswer, jsonBody } from './route-parts.ts';

export interface OidcRoutesOptions {
  readonly clock: Clock;
  readonly providerSignIn: Accounts['providerSignIn'];
  readonly gate: Gate;
}

/** The way to the identity provider and back: to sign in, to take up an invitation, to connect one's account. */
export function addOidcRoutes(app: HttpApp, { clock, providerSignIn, gate }: OidcRoutesOptions): void {
  const attempt = createCookie({ publicUrl: gate.publicUrl, name: 'docwright_oidc', seconds: providerSignIn.seconds });
  const minute = limitRate({
    name: 'sign-ins started from this address',
    windowSeconds: 60,
    quota: () => 30,
    keyOf: (context) => networkOfAddress(context.var.clientAddress ?? 'unknown'),
    clock,
  });
  const wayOut = jsonAnswer(z.object({ url: z.string() }));

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/oidc/start`,
      summary: 'Start a sign-in, or accept an invitation, with the identity provider',
      middleware: [fromDashboard(gate), minute] as const,
      request: jsonBody(
        z.strictObject({ next: nextPathSchema.optional(), invitation: z.string().min(1).max(200).optional() }),
      ),
      responses: { 200: wayOut, ...problemResponses(400, 403, 404, 410, 429, 502) },
    }),
    async (context) => {
      const { next, invitation } = context.req.valid('json');
      const begun = await providerSignIn.begin(
        invitation === undefined
          ? { kind: 'sign-in', ...(next === undefined ? {} : { next }) }
          : { kind: 'join', token: invitation },
      );
      context.header('set-cookie', attempt.write(begun.attempt));
      return context.json({ url: begun.url }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/oidc/connect`,
      summary: 'Start connecting your account to the identity provider',
      middleware: [changeByMember(gate, 'viewer'), minute] as const,
      responses: { 200: wayOut, ...problemResponses(401, 403, 404, 429, 502) },
    }),
    async (context) => {
      const begun = await providerSignIn.begin({ kind: 'connect', memberId: context.var.signedIn.member.id });
      context.header('set-cookie', attempt.write(begun.attempt));
      return context.json({ url: begun.url }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/oidc/finish`,
      summary: "Complete a sign-in with the identity provider's response",
      middleware: fromDashboard(gate),
      request: jsonBody(z.strictObject({ query: z.string().max(8000) })),
      responses: {
        200: jsonAnswer(z.object({ member: memberSchema, next: z.string() })),
        ...problemResponses(400, 403, 404, 409, 410, 429, 502),
      },
    }),
    async (context) => {
      const header = (name: string) => context.req.header(name);
      const { member, sessionToken, next } = await providerSignIn.finish({
        query: context.req.valid('json').query,
        attempt: attempt.read(header),
        sessionToken: gate.cookie.read(header),
        address: networkOfAddress(context.var.clientAddress ?? 'unknown'),
        browser: browserName(header('user-agent')),
      });
      context.header('set-cookie', attempt.clear());
      if (sessionToken !== undefined) {
        context.header('set-cookie', gate.cookie.write(sessionToken), { append: true });
      }
      return context.json({ member, next }, 200);
    },
  );
}
