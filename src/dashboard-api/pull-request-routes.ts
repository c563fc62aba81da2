import { createRoute, z } from '@hono/zod-openapi';
import {
  pullRequestActionSchema,
  pullRequestChecksSchema,
  pullRequestDecisionSchema,
  pullRequestDetailsSchema,
  pullRequestSchema,
} from '../contract/pull-request.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { prefersJson } from '../http/accept.ts';
import { problemResponses } from '../http/problem-response.ts';
import type { ReviewPullRequests } from '../projects/projects.ts';
import { changeByMember, requireMember, type Gate } from './require-member.ts';
import { dashboardPath, jsonAnswer, jsonBody } from './route-parts.ts';

const path = `${dashboardPath}/projects/{projectId}/pull-requests`;
const oneOf = z.object({
  projectId: z.string(),
  number: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Use the number of a pull request.')
    .transform(Number),
});

/** Pull requests of a project, wherever its repository is kept: everybody reads, editors and owners decide. */
export function addPullRequestRoutes(
  app: HttpApp,
  { pullRequests, gate }: { pullRequests: ReviewPullRequests; gate: Gate },
): void {
  const reads = requireMember(gate, 'viewer');

  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'List pull requests opened by jobs, newest first',
      middleware: reads,
      request: { params: z.object({ projectId: z.string() }) },
      responses: {
        200: jsonAnswer(z.object({ pullRequests: z.array(pullRequestSchema) })),
        ...problemResponses(401, 404, 502, 503),
      },
    }),
    async (context) =>
      context.json({ pullRequests: await pullRequests.list(context.req.valid('param').projectId) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${path}/{number}`,
      summary: 'Get a pull request with its description and commits',
      middleware: reads,
      request: { params: oneOf },
      responses: {
        200: jsonAnswer(z.object({ pullRequest: pullRequestDetailsSchema })),
        ...problemResponses(400, 401, 404, 502, 503),
      },
    }),
    async (context) => {
      const { projectId, number } = context.req.valid('param');
      return context.json({ pullRequest: await pullRequests.read(projectId, number) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${path}/{number}/diff`,
      summary: "Get a pull request's changes as a unified diff",
      middleware: reads,
      request: { params: oneOf },
      responses: {
        200: { description: 'The diff.', content: { 'text/plain': { schema: z.string() } } },
        ...problemResponses(400, 401, 404, 502, 503),
      },
    }),
    async (context) => {
      const { projectId, number } = context.req.valid('param');
      return context.text(await pullRequests.diff(projectId, number), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${path}/{number}/checks`,
      summary: "Get the code host's checks of a pull request",
      middleware: reads,
      request: { params: oneOf },
      responses: { 200: jsonAnswer(pullRequestChecksSchema), ...problemResponses(400, 401, 404, 502, 503) },
    }),
    async (context) => {
      const { projectId, number } = context.req.valid('param');
      return context.json(await pullRequests.checks(projectId, number), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/{number}/{action}`,
      summary: 'Merge, close or reopen a pull request that is managed here',
      middleware: changeByMember(gate, 'editor'),
      request: { params: oneOf.extend({ action: pullRequestActionSchema }), ...jsonBody(pullRequestDecisionSchema) },
      responses: {
        200: jsonAnswer(z.object({ pullRequest: pullRequestDetailsSchema })),
        ...problemResponses(400, 401, 403, 404, 409, 502, 503),
      },
    }),
    async (context) => {
      const { projectId, number, action } = context.req.valid('param');
      const { seenHead } = context.req.valid('json');
      const { member: by } = context.var.signedIn;
      const pullRequest = await pullRequests.decide({ projectId, number, action, seenHead, by });
      return context.json({ pullRequest }, 200);
    },
  );

  // The `prLink` of a local pull request is a page of the dashboard. A program that wants JSON is told where its data is;
  // nothing of it is said to somebody who has not signed in, not even whether it is there.
  app.get('/projects/:projectId/pulls/:number{[1-9][0-9]{0,8}}', (context, next) => {
    context.header('vary', 'accept', { append: true });
    if (!prefersJson(context.req.header('accept'))) return next();
    const { projectId, number } = context.req.param();
    const data = `${gate.publicUrl}${dashboardPath}/projects/${encodeURIComponent(projectId)}/pull-requests/${number}`;
    return Promise.resolve(context.json({ projectId, number: Number(number), data, diff: `${data}/diff` }));
  });
  // Where the page of a local pull request had its diff before the dashboard showed it.
  app.get('/projects/:projectId/pulls/:number{[1-9][0-9]{0,8}}/diff', (context) => {
    const { projectId, number } = context.req.param();
    return context.redirect(
      `${dashboardPath}/projects/${encodeURIComponent(projectId)}/pull-requests/${number}/diff`,
      308,
    );
  });
}
