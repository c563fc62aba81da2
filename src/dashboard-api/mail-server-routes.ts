import { createRoute, z } from '@hono/zod-openapi';
import type { Accounts } from '../accounts/accounts.ts';
import { memberActor } from '../audit-log/record-audit.ts';
import { mailServerSchema, shownMailServerSchema, toAddressSchema } from '../contract/weekly-mail.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import { createQuota } from '../http/quota.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Projects } from '../projects/projects.ts';
import { MailServerMissing } from './errors.ts';
import { changeByMember, requireMember, type Gate } from './require-member.ts';
import { dashboardPath, jsonAnswer, jsonBody } from './route-parts.ts';

/** An hour and owner; nobody's mailbox is to be filled from here. */
const testMails = 10;

/** The mail server of the whole server. For owners. */
export function addMailServerRoutes(
  app: HttpApp,
  {
    projects: { serverMail },
    gate,
    sendNotice,
    clock,
  }: { projects: Pick<Projects, 'serverMail'>; gate: Gate; sendNotice: Accounts['sendNotice']; clock: Clock },
): void {
  const takeTest = createQuota({ name: 'test mails', windowSeconds: 3_600, clock });
  const path = `${dashboardPath}/mail-server`;
  const byOwner = changeByMember(gate, 'owner');
  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'Get the mail server of all projects that have none of their own; the password is never shown',
      middleware: requireMember(gate, 'owner'),
      responses: {
        200: jsonAnswer(z.object({ mailServer: shownMailServerSchema.nullable() })),
        ...problemResponses(401, 403),
      },
    }),
    async (context) => {
      const stored = await serverMail.read();
      if (stored === undefined) return context.json({ mailServer: null }, 200);
      const { password, ...server } = stored;
      return context.json({ mailServer: { ...server, hasPassword: password !== null } }, 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'put',
      path,
      summary: 'Store the mail server; without a password, the one stored for the same host and user stays',
      middleware: byOwner,
      request: jsonBody(mailServerSchema),
      responses: { 204: { description: 'Stored.' }, ...problemResponses(400, 401, 403) },
    }),
    async (context) => {
      await serverMail.set(context.req.valid('json'), memberActor(context.var.signedIn.member.id));
      return context.body(null, 204);
    },
  );
  app.openapi(
    createRoute({
      method: 'delete',
      path,
      summary: 'Remove the mail server',
      middleware: byOwner,
      responses: { 204: { description: 'Removed.' }, ...problemResponses(401, 403) },
    }),
    async (context) => {
      await serverMail.set(undefined, memberActor(context.var.signedIn.member.id));
      return context.body(null, 204);
    },
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/test`,
      summary: 'Send a test mail by the stored mail server',
      middleware: byOwner,
      request: jsonBody(toAddressSchema),
      responses: {
        204: { description: 'The mail server accepted the mail.' },
        ...problemResponses(400, 401, 403, 409, 429, 502),
      },
    }),
    async (context) => {
      if (!(await serverMail.isSet())) throw new MailServerMissing();
      takeTest(context.var.signedIn.member.id, testMails);
      await sendNotice({
        to: context.req.valid('json').address,
        subject: 'Test mail from Docwright',
        text: 'The mail server of your Docwright server works.\n',
      });
      return context.body(null, 204);
    },
  );
}
