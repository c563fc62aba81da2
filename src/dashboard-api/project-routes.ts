import { createRoute, z } from '@hono/zod-openapi';
import { agentInstructionsSchema, type ReadInstructions } from '../contract/agent-instructions.ts';
import { newProjectSchema, projectChangesSchema, projectSchema, type Project } from '../contract/project.ts';
import { setUpCheckSchema } from '../contract/set-up-check.ts';
import { createdWebhookSchema } from '../contract/webhook.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import { memberActor } from '../audit-log/record-audit.ts';
import type { Projects } from '../projects/projects.ts';
import { changeByMember, requireMember, type Gate } from './require-member.ts';
import { dashboardPath, jsonAnswer, jsonBody } from './route-parts.ts';
import type { TryProject } from '../doctor/doctor.ts';

export interface ProjectRoutesOptions {
  readonly projects: Projects;
  readonly tryProject: TryProject;
  readonly readInstructions: ReadInstructions;
  readonly gate: Gate;
}

const versionHeader = z.object({
  'if-match': z
    .string()
    .regex(/^"\d{4}-\d\d-\d\dT[\d:.]{8,12}Z"$/, 'must be the `updatedAt` of the project in double quotes')
    .refine((text) => Number.isFinite(Date.parse(text.slice(1, -1))), 'must be a date and time that exists')
    .optional()
    .openapi({
      description:
        'The `updatedAt` of the project that the change was made for, in double quotes. If the project changed since, nothing is ' +
        'changed and the answer is 412, which names who changed what. Without it, the last change wins.',
      example: '"2026-11-30T20:15:00.000Z"',
    }),
});

/** Projects, their settings and secrets, and the live checks of the set-up. Changes are for owners. */
export function addProjectRoutes(
  app: HttpApp,
  { projects, tryProject, readInstructions, gate }: ProjectRoutesOptions,
): void {
  /** A project as people see it. */
  const shown = (project: Project): Project => ({ ...project, repositoryUrl: projects.describeAddress(project).name });
  const byOwner = changeByMember(gate, 'owner');
  const reads = requireMember(gate, 'viewer');
  const projectId = z.object({ projectId: z.string() });
  const oneProject = jsonAnswer(z.object({ project: projectSchema }));

  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/projects`,
      summary: 'List all projects, oldest first',
      middleware: reads,
      responses: { 200: jsonAnswer(z.object({ projects: z.array(projectSchema) })), ...problemResponses(401) },
    }),
    async (context) => context.json({ projects: (await projects.list()).map(shown) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/projects`,
      summary: 'Connect a repository as a project; on failure, nothing is created',
      middleware: byOwner,
      request: jsonBody(newProjectSchema),
      responses: { 201: oneProject, ...problemResponses(400, 401, 403, 409, 422, 502, 503) },
    }),
    async (context) => {
      const actor = memberActor(context.var.signedIn.member.id);
      return context.json({ project: shown(await projects.create(context.req.valid('json'), actor)) }, 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'patch',
      path: `${dashboardPath}/projects/{projectId}`,
      summary: 'Change a project or its settings; omitted fields stay',
      middleware: byOwner,
      request: { params: projectId, headers: versionHeader, ...jsonBody(projectChangesSchema) },
      responses: { 200: oneProject, ...problemResponses(400, 401, 403, 404, 409, 412, 422) },
    }),
    async (context) => {
      const actor = memberActor(context.var.signedIn.member.id);
      const { projectId: id } = context.req.valid('param');
      const expected = context.req.valid('header')['if-match']?.slice(1, -1);
      const project = await projects.update(id, context.req.valid('json'), actor, { expected });
      return context.json({ project: shown(project) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${dashboardPath}/projects/{projectId}`,
      summary: 'Delete a project with its jobs, keys and secrets',
      middleware: byOwner,
      request: { params: projectId },
      responses: { 204: { description: 'Deleted.' }, ...problemResponses(401, 403, 404) },
    }),
    async (context) => {
      await projects.remove(context.req.valid('param').projectId, memberActor(context.var.signedIn.member.id));
      return context.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/projects/{projectId}/webhook`,
      summary: 'Create a webhook secret, which replaces any earlier one',
      middleware: byOwner,
      request: { params: projectId },
      responses: { 201: jsonAnswer(createdWebhookSchema), ...problemResponses(401, 403, 404, 422) },
    }),
    async (context) => {
      const actor = memberActor(context.var.signedIn.member.id);
      return context.json(await projects.webhooks.create(context.req.valid('param').projectId, actor), 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${dashboardPath}/projects/{projectId}/webhook`,
      summary: 'Delete the webhook secret',
      middleware: byOwner,
      request: { params: projectId },
      responses: { 204: { description: 'Deleted.' }, ...problemResponses(401, 403, 404) },
    }),
    async (context) => {
      const actor = memberActor(context.var.signedIn.member.id);
      await projects.webhooks.remove(context.req.valid('param').projectId, actor);
      return context.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/projects/{projectId}/secrets`,
      summary: 'List the names of stored secrets; values are never shown',
      middleware: requireMember(gate, 'owner'),
      request: { params: projectId },
      responses: { 200: jsonAnswer(z.object({ names: z.array(z.string()) })), ...problemResponses(401, 403) },
    }),
    async (context) => context.json({ names: await projects.secretNames(context.req.valid('param').projectId) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'put',
      path: `${dashboardPath}/projects/{projectId}/secrets/{name}`,
      summary: 'Store a secret, such as `code-host-token`; null removes it',
      middleware: byOwner,
      request: {
        params: z.object({ projectId: z.string(), name: z.string().regex(/^[a-z0-9:-]{1,64}$/) }),
        ...jsonBody(z.strictObject({ value: z.string().trim().min(1).max(10_000).nullable() })),
      },
      responses: { 204: { description: 'Stored.' }, ...problemResponses(400, 401, 403, 404) },
    }),
    async (context) => {
      const { projectId: id, name } = context.req.valid('param');
      const { value } = context.req.valid('json');
      await projects.setSecret(id, name, value ?? undefined, memberActor(context.var.signedIn.member.id));
      return context.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/projects/{projectId}/checks/{check}`,
      summary:
        'Test whether the server can push and open pull requests, the model responds, commands can run, or readers can be told apart',
      middleware: byOwner,
      request: {
        params: z.object({ projectId: z.string(), check: z.enum(['repository', 'model', 'commands', 'visitors']) }),
      },
      responses: { 200: jsonAnswer(setUpCheckSchema), ...problemResponses(400, 401, 403, 404) },
    }),
    async (context) => {
      const { projectId: id, check } = context.req.valid('param');
      return context.json(await tryProject[check](await projects.require(id)), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/projects/{projectId}/instructions`,
      summary: 'Get the instructions file that the agent reads on the base branch',
      middleware: reads,
      request: { params: projectId },
      responses: { 200: jsonAnswer(agentInstructionsSchema), ...problemResponses(401, 404, 502, 503) },
    }),
    async (context) => context.json(await readInstructions(context.req.valid('param').projectId), 200),
  );
}
