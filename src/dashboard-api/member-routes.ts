import { createRoute, z } from '@hono/zod-openapi';
import { auditEntrySchema, invitationSchema, memberSchema, roleSchema } from '../contract/account.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { memberActor } from '../audit-log/record-audit.ts';
import { readAuditLog } from '../audit-log/read-audit-log.ts';
import { changeByMember, requireMember, type Gate } from './require-member.ts';
import { dashboardPath, jsonAnswer, jsonBody } from './route-parts.ts';

export interface MemberRoutesOptions {
  readonly db: DatabaseConnection;
  readonly accounts: Accounts;
  readonly gate: Gate;
}

/** Members, invitations and the audit log. */
export function addMemberRoutes(app: HttpApp, { db, accounts, gate }: MemberRoutesOptions): void {
  const { members, invitations } = accounts;
  const byOwner = changeByMember(gate, 'owner');
  const ownerReads = requireMember(gate, 'owner');
  const memberId = z.object({ memberId: z.string() });

  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/members`,
      summary: 'List all members, oldest first',
      middleware: requireMember(gate, 'viewer'),
      responses: { 200: jsonAnswer(z.object({ members: z.array(memberSchema) })), ...problemResponses(401) },
    }),
    async (context) => context.json({ members: await members.list() }, 200),
  );

  app.openapi(
    createRoute({
      method: 'patch',
      path: `${dashboardPath}/members/{memberId}`,
      summary: "Change a member's role",
      middleware: byOwner,
      request: { params: memberId, ...jsonBody(z.strictObject({ role: roleSchema })) },
      responses: { 200: jsonAnswer(z.object({ member: memberSchema })), ...problemResponses(400, 401, 403, 404, 409) },
    }),
    async (context) => {
      const { memberId: id } = context.req.valid('param');
      const { role } = context.req.valid('json');
      return context.json({ member: await members.changeRole({ id, role, by: context.var.signedIn.member.id }) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${dashboardPath}/members/{memberId}`,
      summary: 'Remove a member and end all their sessions',
      middleware: byOwner,
      request: { params: memberId },
      responses: { 204: { description: 'Removed.' }, ...problemResponses(401, 403, 404, 409) },
    }),
    async (context) => {
      await members.remove({ id: context.req.valid('param').memberId, by: context.var.signedIn.member.id });
      return context.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/invitations`,
      summary: 'List open invitations, newest first',
      middleware: ownerReads,
      responses: {
        200: jsonAnswer(z.object({ invitations: z.array(invitationSchema) })),
        ...problemResponses(401, 403),
      },
    }),
    async (context) => context.json({ invitations: await invitations.list() }, 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/invitations`,
      summary: 'Create an invitation link for one account; only this response contains it',
      middleware: byOwner,
      request: jsonBody(z.strictObject({ role: roleSchema })),
      responses: {
        201: jsonAnswer(z.object({ invitation: invitationSchema, link: z.string() })),
        ...problemResponses(400, 401, 403),
      },
    }),
    async (context) => {
      const { role } = context.req.valid('json');
      const { invitation, token } = await invitations.create({ role, by: memberActor(context.var.signedIn.member.id) });
      return context.json({ invitation, link: `/invitation#${token}` }, 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${dashboardPath}/invitations/{invitationId}`,
      summary: 'Withdraw an invitation',
      middleware: byOwner,
      request: { params: z.object({ invitationId: z.string() }) },
      responses: { 204: { description: 'Withdrawn.' }, ...problemResponses(401, 403, 404) },
    }),
    async (context) => {
      await invitations.withdraw({ id: context.req.valid('param').invitationId, by: context.var.signedIn.member.id });
      return context.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/audit-log`,
      summary: 'List who changed what, newest first',
      middleware: ownerReads,
      request: { query: z.strictObject({ before: z.string().max(64).optional() }) },
      responses: {
        200: jsonAnswer(z.object({ entries: z.array(auditEntrySchema) })),
        ...problemResponses(400, 401, 403),
      },
    }),
    async (context) => {
      const { before } = context.req.valid('query');
      return context.json({ entries: await readAuditLog(db, { before, limit: 50 }) }, 200);
    },
  );
}
