import { createRoute, z } from '@hono/zod-openapi';
import type { Accounts } from '../accounts/accounts.ts';
import { emailSchema, memberSchema, passwordSchema } from '../contract/account.ts';
import { networkOfAddress } from '../http/address.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import { browserName } from './browser-name.ts';
import { fromDashboard, type Gate } from './require-member.ts';
import { dashboardPath, jsonAnswer, jsonBody } from './route-parts.ts';

const tokenSchema = z.string().min(1).max(200);

/** A new password for whoever forgot the old one. */
export function addPasswordResetRoutes(app: HttpApp, { accounts, gate }: { accounts: Accounts; gate: Gate }): void {
  const { passwordResets, sessions } = accounts;
  const change = fromDashboard(gate);

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/password-resets`,
      summary: 'Mail a password reset link; the response is the same for every address',
      middleware: change,
      request: jsonBody(z.strictObject({ email: emailSchema })),
      responses: {
        202: { description: 'Sent, if a member has this address.' },
        ...problemResponses(400, 403, 422, 429),
      },
    }),
    async (context) => {
      accounts.requirePasswords();
      const address = networkOfAddress(context.var.clientAddress ?? 'unknown');
      await accounts.mailPasswordReset({ email: context.req.valid('json').email, address });
      return context.body(null, 202);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/password-resets/inspect`,
      summary: 'Get the member that a reset link is for',
      middleware: change,
      request: jsonBody(z.strictObject({ token: tokenSchema })),
      responses: { 200: jsonAnswer(z.object({ email: z.string() })), ...problemResponses(400, 403, 410) },
    }),
    async (context) => context.json({ email: await passwordResets.emailOf(context.req.valid('json').token) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/password-resets/use`,
      summary: "Set the password with a reset link, end all the member's sessions, and sign in",
      middleware: change,
      request: jsonBody(z.strictObject({ token: tokenSchema, password: passwordSchema })),
      responses: { 200: jsonAnswer(z.object({ member: memberSchema })), ...problemResponses(400, 403, 410) },
    }),
    async (context) => {
      accounts.requirePasswords();
      const member = await passwordResets.use(context.req.valid('json'));
      const browser = browserName(context.req.header('user-agent'));
      context.header('set-cookie', gate.cookie.write(await sessions.start({ memberId: member.id, browser })));
      return context.json({ member }, 200);
    },
  );
}
