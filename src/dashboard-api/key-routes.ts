import { createRoute, z } from '@hono/zod-openapi';
import { apiKeySchema, newApiKeySchema } from '../contract/api-key.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import { memberActor } from '../audit-log/record-audit.ts';
import type { Projects } from '../projects/projects.ts';
import { changeByMember, requireMember, type Gate } from './require-member.ts';
import { dashboardPath, jsonAnswer, jsonBody } from './route-parts.ts';

/** The API keys of a project. Listing is for editors, making and revoking for owners. */
export function addKeyRoutes(app: HttpApp, { keys, gate }: { keys: Projects['keys']; gate: Gate }): void {
  const byOwner = changeByMember(gate, 'owner');
  const projectId = z.object({ projectId: z.string() });

  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/projects/{projectId}/keys`,
      summary: "List a project's keys, oldest first",
      middleware: requireMember(gate, 'editor'),
      request: { params: projectId },
      responses: { 200: jsonAnswer(z.object({ keys: z.array(apiKeySchema) })), ...problemResponses(401, 403) },
    }),
    async (context) => context.json({ keys: await keys.list(context.req.valid('param').projectId) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/projects/{projectId}/keys`,
      summary: 'Create a key; only this response contains the key itself',
      middleware: byOwner,
      request: { params: projectId, ...jsonBody(newApiKeySchema) },
      responses: {
        201: jsonAnswer(z.object({ key: z.string(), apiKey: apiKeySchema })),
        ...problemResponses(400, 401, 403, 404),
      },
    }),
    async (context) => {
      const actor = memberActor(context.var.signedIn.member.id);
      const created = await keys.create(context.req.valid('param').projectId, context.req.valid('json'), actor);
      return context.json(created, 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${dashboardPath}/projects/{projectId}/keys/{keyId}`,
      summary: 'Revoke a key at once',
      middleware: byOwner,
      request: { params: z.object({ projectId: z.string(), keyId: z.string() }) },
      responses: { 204: { description: 'Revoked.' }, ...problemResponses(401, 403, 404) },
    }),
    async (context) => {
      const { projectId: id, keyId } = context.req.valid('param');
      await keys.revoke(keyId, memberActor(context.var.signedIn.member.id), id);
      return context.body(null, 204);
    },
  );
}
