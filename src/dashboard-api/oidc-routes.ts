import { createRoute, z } from '@hono/zod-openapi';
import { memberSchema } from '../contract/account.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { networkOfAddress } from '../http/client-address.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import { limitRate } from '../http/rate-limit.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { browserName } from '../accounts/browser-name.ts';
import { changeByMember, fromDashboard, type Gate } from './require-member.ts';
import { dashboardPath, jsonAnswer, jsonBody } from './route-parts.ts';
import { countSignInAttempt } from '../accounts/sign-in-limit.ts';
import { NoIdentityProvider, SignInInterrupted } from '../accounts/oidc/errors.ts';
import { verifiedEmail } from '../accounts/oidc/identities.ts';
import type { Identity, IdentityProvider } from '../accounts/oidc/identity-provider.ts';
import { nextPathSchema, type Purpose, type SignInAttempts } from '../accounts/oidc/sign-in-attempt.ts';

export interface OidcRoutesOptions {
  readonly db: DatabaseConnection;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly accounts: Accounts;
  readonly gate: Gate;
  readonly provider: IdentityProvider | undefined;
  readonly attempts: SignInAttempts;
}

/** The way to the identity provider and back: to sign in, to take up an invitation, to connect one's account. */
export function addOidcRoutes(
  app: HttpApp,
  { db, clock, logger, accounts, gate, provider, attempts }: OidcRoutesOptions,
): void {
  const { identities, invitations, sessions } = accounts;
  const minute = limitRate({
    name: 'sign-ins begun from this address',
    windowSeconds: 60,
    quota: () => 30,
    keyOf: (context) => networkOfAddress(context.var.clientAddress ?? 'unknown'),
    clock,
  });
  const wayOut = jsonAnswer(z.object({ url: z.string() }));
  const configured = (): IdentityProvider => {
    if (provider === undefined) throw new NoIdentityProvider();
    return provider;
  };
  /** What went wrong at the provider is for the person to see in short and for the operator with its reasons. */
  const logged = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof AppError) {
        logger.warn({ code: error.facts.code, reasons: messagesOf(error) }, 'sign-in by the provider failed');
      }
      throw error;
    }
  };
  const begin = async (purpose: Purpose) => {
    const { url, checks } = await logged(configured().begin());
    return { url, cookie: attempts.remember({ purpose, checks }) };
  };
  const memberOf = async (header: (name: string) => string | undefined) => {
    const token = gate.cookie.read(header);
    return token === undefined ? undefined : (await sessions.find(token))?.member.id;
  };
  const memberFor = (purpose: Purpose, identity: Identity) => {
    switch (purpose.kind) {
      case 'sign-in':
        return identities.signIn(identity);
      case 'connect':
        return identities.connect({ memberId: purpose.memberId, identity });
      case 'join': {
        const email = verifiedEmail(identity);
        return invitations.accept({ token: purpose.token, email, name: identity.name ?? email, identity });
      }
    }
  };

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/oidc/start`,
      summary: 'Begin to sign in, or to take up an invitation, with the identity provider',
      middleware: [fromDashboard(gate), minute] as const,
      request: jsonBody(
        z.strictObject({ next: nextPathSchema.optional(), invitation: z.string().min(1).max(200).optional() }),
      ),
      responses: { 200: wayOut, ...problemResponses(400, 403, 404, 410, 429, 502) },
    }),
    async (context) => {
      const { next, invitation } = context.req.valid('json');
      // Before the way to the provider, so that nobody walks it for a link that is used up.
      if (invitation !== undefined) await invitations.roleOf(invitation);
      const { url, cookie } = await begin(
        invitation === undefined
          ? { kind: 'sign-in', ...(next === undefined ? {} : { next }) }
          : { kind: 'join', token: invitation },
      );
      context.header('set-cookie', cookie);
      return context.json({ url }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/oidc/connect`,
      summary: "Begin to connect one's own account with the identity provider",
      middleware: [changeByMember(gate, 'viewer'), minute] as const,
      responses: { 200: wayOut, ...problemResponses(401, 403, 404, 429, 502) },
    }),
    async (context) => {
      const { url, cookie } = await begin({ kind: 'connect', memberId: context.var.signedIn.member.id });
      context.header('set-cookie', cookie);
      return context.json({ url }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/oidc/finish`,
      summary: 'What the browser brought back from the identity provider',
      middleware: fromDashboard(gate),
      request: jsonBody(z.strictObject({ query: z.string().max(8000) })),
      responses: {
        200: jsonAnswer(z.object({ member: memberSchema, next: z.string() })),
        ...problemResponses(400, 403, 404, 409, 410, 429, 502),
      },
    }),
    async (context) => {
      const header = (name: string) => context.req.header(name);
      const { checks, purpose } = attempts.recall(header);
      // Else whoever sits down at a browser that somebody left could connect their identity with that person's account.
      if (purpose.kind === 'connect' && (await memberOf(header)) !== purpose.memberId) {
        throw new SignInInterrupted('you were signed out meanwhile');
      }
      await countSignInAttempt(db, clock, { address: networkOfAddress(context.var.clientAddress ?? 'unknown') });
      const identity = await logged(configured().finish(context.req.valid('json').query, checks));
      const member = await memberFor(purpose, identity);
      context.header('set-cookie', attempts.forget());
      if (purpose.kind === 'connect') return context.json({ member, next: '/account' }, 200);
      const browser = browserName(context.req.header('user-agent'));
      const token = await sessions.start({ memberId: member.id, browser });
      context.header('set-cookie', gate.cookie.write(token), { append: true });
      return context.json({ member, next: purpose.kind === 'sign-in' ? (purpose.next ?? '/') : '/' }, 200);
    },
  );
}

/** From the error down to its first cause. Messages only: other fields of the library's errors hold tokens and claims. */
function messagesOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...messagesOf(error.cause)] : [];
}
