import { createRoute, z } from '@hono/zod-openapi';
import { mailRecipientSchema, toAddressSchema, weeklyMailSchema } from '../contract/weekly-mail.ts';
import type { Authenticator } from '../http/authenticator.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { jsonBody } from '../http/json-body.ts';
import { problemResponses } from '../http/problem-response.ts';
import { createQuota } from '../http/quota.ts';
import { requireAccess } from '../http/require-access.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Projects } from '../projects/projects.ts';
import { missingFor, type MailServers } from './find-mail-server.ts';
import type { MailProject } from './mail-project.ts';
import type { Recipients } from './recipients.ts';
import { nextSendAt, weekToSend } from './weeks.ts';

const parameters = z.object({ projectId: z.string() });
const operation = { tags: ['Weekly mail'], security: [{ bearer: [] }] };
const body = jsonBody(4_000);
/** An hour and project; nobody's mailbox is to be filled from here. */
const testMails = 10;

const bodyOfAddress = { body: { required: true, content: { 'application/json': { schema: toAddressSchema } } } };

export interface WeeklyMailRoutesOptions {
  readonly authenticator: Authenticator;
  readonly recipients: Recipients;
  readonly mailProject: MailProject;
  readonly projects: MailServers & Pick<Projects, 'require'>;
  readonly clock: Clock;
}

/** Adds who gets the weekly mail, and a mail to try the settings with. */
export function addWeeklyMailRoutes(
  app: HttpApp,
  { authenticator, recipients, mailProject, projects, clock }: WeeklyMailRoutesOptions,
): void {
  const writes = requireAccess(authenticator, 'analytics:write');
  const takeTest = createQuota({ name: 'test mails', windowSeconds: 3_600, clock });
  const path = '/v1/analytics/{projectId}/weekly-mail';

  app.openapi(
    createRoute({
      method: 'get',
      path,
      operationId: 'getWeeklyMail',
      summary: "Get the weekly mail's recipients, and whether it can be sent",
      ...operation,
      middleware: writes,
      request: { params: parameters },
      responses: {
        200: { description: 'Sorted by address.', content: { 'application/json': { schema: weeklyMailSchema } } },
        ...problemResponses(400, 401, 403, 404, 500, 503),
      },
    }),
    async (context) => {
      const project = await projects.require(context.req.valid('param').projectId);
      const missing = await missingFor(projects, project);
      const nextAt = new Date(nextSendAt(clock.now(), project.settings.analytics.timeZone)).toISOString();
      return context.json({ missing, nextAt, recipients: await recipients.list(project.id) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/recipients`,
      operationId: 'addMailRecipient',
      summary: 'Add a recipient of the weekly mail',
      ...operation,
      middleware: [writes, body] as const,
      request: { params: parameters, ...bodyOfAddress },
      responses: {
        201: { description: 'Added.', content: { 'application/json': { schema: mailRecipientSchema } } },
        ...problemResponses(400, 401, 403, 404, 409, 413, 415, 500, 503),
      },
    }),
    async (context) => {
      const { projectId } = context.req.valid('param');
      const by = context.var.principal.actor;
      return context.json(await recipients.add({ projectId, ...context.req.valid('json'), by }), 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${path}/recipients/{id}`,
      operationId: 'removeMailRecipient',
      summary: 'Remove a recipient of the weekly mail',
      ...operation,
      middleware: writes,
      request: { params: z.object({ projectId: z.string(), id: z.string() }) },
      responses: { 204: { description: 'Removed.' }, ...problemResponses(400, 401, 403, 404, 500, 503) },
    }),
    async (context) => {
      await recipients.remove({ ...context.req.valid('param'), by: context.var.principal.actor });
      return context.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/test`,
      operationId: 'sendTestMail',
      summary: "Send last week's mail to an address now, to test the settings",
      ...operation,
      middleware: [writes, body] as const,
      request: { params: parameters, ...bodyOfAddress },
      responses: {
        204: { description: 'The mail server accepted the mail.' },
        ...problemResponses(400, 401, 403, 404, 409, 413, 415, 429, 500, 502, 503),
      },
    }),
    async (context) => {
      const project = await projects.require(context.req.valid('param').projectId);
      const { address } = context.req.valid('json');
      takeTest(project.id, testMails);
      const now = clock.now();
      const mail = { address, week: weekToSend(now, project.settings.analytics.timeZone), recipientId: `test-${now}` };
      await mailProject(project, mail, () => Promise.resolve());
      return context.body(null, 204);
    },
  );
}
