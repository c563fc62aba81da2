import { createRoute, z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import {
  emailSchema,
  memberNameSchema,
  memberSchema,
  passwordSchema,
  roleSchema,
  sessionSchema,
} from '../contract/account.ts';
import { networkOfAddress } from '../http/address.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { browserName } from './browser-name.ts';
import { changeByMember, fromDashboard, requireMember, type Gate } from './require-member.ts';
import { dashboardPath, jsonAnswer, jsonBody } from './route-parts.ts';

export interface SessionRoutesOptions {
  readonly accounts: Accounts;
  readonly gate: Gate;
}

/** Signing in and out, taking up an invitation, and one's own sessions, name and password. */
export function addSessionRoutes(app: HttpApp, { accounts, gate }: SessionRoutesOptions): void {
  const { members, invitations, sessions } = accounts;
  const { cookie } = gate;
  const change = fromDashboard(gate);
  const signedInChange = changeByMember(gate, 'viewer');
  const signedInMember = z.object({ member: memberSchema });
  const passwordsOnly = createMiddleware(async (_context, next) => {
    accounts.requirePasswords();
    await next();
  });
  const startSession = async (memberId: string, userAgent: string | undefined) =>
    cookie.write(await sessions.start({ memberId, browser: browserName(userAgent) }));

  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/session`,
      summary: 'Get the signed-in member, or null',
      responses: { 200: jsonAnswer(z.object({ member: z.union([memberSchema, z.null()]) })) },
    }),
    async (context) => {
      const token = cookie.read((name) => context.req.header(name));
      const signedIn = token === undefined ? undefined : await sessions.find(token);
      return context.json({ member: signedIn?.member ?? null }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/sign-in`,
      summary: 'Get the available ways to sign in',
      responses: {
        200: jsonAnswer(
          z.object({ passwords: z.boolean(), providerName: z.string().nullable(), resetsByMail: z.boolean() }),
        ),
      },
    }),
    async (context) => context.json(await accounts.signInWays(), 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/session`,
      summary: 'Sign in with a password',
      middleware: [change, passwordsOnly] as const,
      request: jsonBody(z.strictObject({ email: emailSchema, password: z.string().min(1).max(256) })),
      responses: { 200: jsonAnswer(signedInMember), ...problemResponses(400, 401, 403, 429) },
    }),
    async (context) => {
      const address = networkOfAddress(context.var.clientAddress ?? 'unknown');
      const member = await members.signIn({ ...context.req.valid('json'), address });
      context.header('set-cookie', await startSession(member.id, context.req.header('user-agent')));
      return context.json({ member }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${dashboardPath}/session`,
      summary: 'Sign out',
      middleware: signedInChange,
      responses: { 204: { description: 'Signed out.' }, ...problemResponses(401, 403) },
    }),
    async (context) => {
      const { member, sessionId } = context.var.signedIn;
      await sessions.end({ memberId: member.id, sessionId });
      context.header('set-cookie', cookie.clear());
      return context.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/invitations/inspect`,
      summary: 'Get what an invitation or set-up link is for',
      middleware: change,
      request: jsonBody(z.strictObject({ token: z.string().min(1).max(200) })),
      responses: { 200: jsonAnswer(z.object({ role: roleSchema })), ...problemResponses(400, 403, 410) },
    }),
    async (context) => context.json({ role: await invitations.roleOf(context.req.valid('json').token) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/invitations/accept`,
      summary: 'Create an account with an invitation or set-up link and a password, and sign in',
      middleware: [change, passwordsOnly] as const,
      request: jsonBody(
        z.strictObject({
          token: z.string().min(1).max(200),
          name: memberNameSchema,
          email: emailSchema,
          password: passwordSchema,
        }),
      ),
      responses: { 200: jsonAnswer(signedInMember), ...problemResponses(400, 403, 409, 410) },
    }),
    async (context) => {
      const member = await invitations.accept(context.req.valid('json'));
      context.header('set-cookie', await startSession(member.id, context.req.header('user-agent')));
      return context.json({ member }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'patch',
      path: `${dashboardPath}/account`,
      summary: 'Change your name or password; a new password ends all your other sessions and disconnects your clients',
      middleware: signedInChange,
      request: jsonBody(
        z.union([
          z.strictObject({ name: memberNameSchema }),
          z.strictObject({ currentPassword: z.string().min(1).max(256), newPassword: passwordSchema }),
        ]),
      ),
      responses: { 200: jsonAnswer(signedInMember), ...problemResponses(400, 401, 403) },
    }),
    async (context) => {
      const { signedIn } = context.var;
      const changes = context.req.valid('json');
      if ('name' in changes) {
        return context.json({ member: await members.rename({ id: signedIn.member.id, name: changes.name }) }, 200);
      }
      accounts.requirePasswords();
      await members.changePassword({ id: signedIn.member.id, ...changes });
      await sessions.endOthers(signedIn);
      return context.json({ member: signedIn.member }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/sessions`,
      summary: 'List your sessions',
      middleware: requireMember(gate, 'viewer'),
      responses: { 200: jsonAnswer(z.object({ sessions: z.array(sessionSchema) })), ...problemResponses(401) },
    }),
    async (context) => context.json({ sessions: await sessions.list(context.var.signedIn) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${dashboardPath}/sessions/{sessionId}`,
      summary: 'End one of your sessions',
      middleware: signedInChange,
      request: { params: z.object({ sessionId: z.string() }) },
      responses: { 204: { description: 'Ended.' }, ...problemResponses(401, 403, 404) },
    }),
    async (context) => {
      const { sessionId } = context.req.valid('param');
      await sessions.end({ memberId: context.var.signedIn.member.id, sessionId });
      return context.body(null, 204);
    },
  );
}
