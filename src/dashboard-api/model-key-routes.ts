import { createRoute, z } from '@hono/zod-openapi';
import { memberActor } from '../audit-log/record-audit.ts';
import { modelKeyProviderSchema } from '../contract/model-key.ts';
import { setUpCheckSchema, type SetUpCheck } from '../contract/set-up-check.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import type { Projects } from '../projects/projects.ts';
import { changeByMember, type Gate } from './require-member.ts';
import { dashboardPath, jsonAnswer, jsonBody } from './route-parts.ts';

/** Keys for models of the whole server. For owners. */
export function addModelKeyRoutes(
  app: HttpApp,
  {
    projects,
    tryModel,
    gate,
  }: { projects: Pick<Projects, 'setServerModelKey'>; tryModel: () => Promise<SetUpCheck>; gate: Gate },
): void {
  const byOwner = changeByMember(gate, 'owner');
  app.openapi(
    createRoute({
      method: 'put',
      path: `${dashboardPath}/model-keys/{provider}`,
      summary: 'Store a model key for all projects; null removes it',
      middleware: byOwner,
      request: {
        params: z.object({ provider: modelKeyProviderSchema }),
        ...jsonBody(z.strictObject({ value: z.string().trim().min(1).max(10_000).nullable() })),
      },
      responses: { 204: { description: 'Stored.' }, ...problemResponses(400, 401, 403) },
    }),
    async (context) => {
      const { value } = context.req.valid('json');
      const actor = memberActor(context.var.signedIn.member.id);
      await projects.setServerModelKey(context.req.valid('param').provider, value ?? undefined, actor);
      return context.body(null, 204);
    },
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/checks/model`,
      summary: "Test the server's default model",
      middleware: byOwner,
      responses: { 200: jsonAnswer(setUpCheckSchema), ...problemResponses(401, 403) },
    }),
    async (context) => context.json(await tryModel(), 200),
  );
}
