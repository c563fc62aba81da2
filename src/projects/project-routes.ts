import { createRoute } from '@hono/zod-openapi';
import { projectNamesSchema } from '../contract/project.ts';
import type { Authenticator } from '../http/authenticator.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import { requireCaller } from '../http/require-access.ts';
import type { ProjectStore } from './project-store.ts';

/** Adds what tells the holder of a key which project it is for. */
export function addProjectRoutes(
  app: HttpApp,
  { authenticator, projects }: { authenticator: Authenticator; projects: Pick<ProjectStore, 'list'> },
): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/projects',
      operationId: 'listProjects',
      summary: 'List the projects that the caller can access',
      description: 'A key can access only the project it was created for. Any scope is enough.',
      tags: ['Projects'],
      security: [{ bearer: [] }],
      middleware: [requireCaller(authenticator)] as const,
      responses: {
        200: {
          description: 'Ids and names, oldest first.',
          content: { 'application/json': { schema: projectNamesSchema } },
        },
        ...problemResponses(401, 403, 500, 503),
      },
    }),
    async (context) => {
      const { principal } = context.var;
      const visibleProjects = (await projects.list()).filter(({ id }) => principal.canSee(id));
      return context.json({ projects: visibleProjects.map(({ id, name }) => ({ id, name })) }, 200);
    },
  );
}
