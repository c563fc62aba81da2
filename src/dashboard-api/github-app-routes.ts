import { createRoute, z } from '@hono/zod-openapi';
import { memberActor } from '../audit-log/record-audit.ts';
import { connectedAppSchema } from '../contract/github-app.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import type { Projects } from '../projects/projects.ts';
import { changeByMember, requireMember, type Gate } from './require-member.ts';
import { dashboardPath, jsonAnswer, jsonBody } from './route-parts.ts';

/** The GitHub App of the whole server. For owners. */
export function addGithubAppRoutes(
  app: HttpApp,
  { githubApp, gate }: { githubApp: Projects['githubApp']; gate: Gate },
): void {
  const path = `${dashboardPath}/github-app`;
  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'Get the GitHub App, its installations and the projects that use it',
      middleware: requireMember(gate, 'owner'),
      responses: {
        200: jsonAnswer(z.object({ app: z.union([connectedAppSchema, z.null()]) })),
        ...problemResponses(401, 403),
      },
    }),
    async (context) => context.json({ app: (await githubApp.describe('settings')) ?? null }, 200),
  );
  const byOwner = changeByMember(gate, 'owner');
  app.openapi(
    createRoute({
      method: 'post',
      path,
      summary: 'Start connecting a GitHub App',
      middleware: byOwner,
      request: jsonBody(
        z.strictObject({
          organization: z.string().nullable().describe('Owner of the App on GitHub; null means your own account.'),
        }),
      ),
      responses: {
        200: jsonAnswer(z.object({ url: z.string().describe('Where the browser goes on, within an hour.') })),
        ...problemResponses(400, 401, 403, 409),
      },
    }),
    async (context) => {
      const { organization } = context.req.valid('json');
      const actor = memberActor(context.var.signedIn.member.id);
      return context.json({ url: await githubApp.begin({ organization: organization ?? undefined, actor }) }, 200);
    },
  );
  app.openapi(
    createRoute({
      method: 'delete',
      path,
      summary: 'Forget the GitHub App, which stays on GitHub',
      middleware: byOwner,
      responses: { 204: { description: 'Forgotten.' }, ...problemResponses(401, 403) },
    }),
    async (context) => {
      await githubApp.disconnect(memberActor(context.var.signedIn.member.id));
      return context.body(null, 204);
    },
  );
}
