import { createRoute, z } from '@hono/zod-openapi';
import {
  createdShareLinkSchema,
  newSavedViewSchema,
  newShareLinkSchema,
  savedViewSchema,
  sharedProjectSchema,
  shareLinkSchema,
} from '../../contract/shared-view.ts';
import type { Authenticator } from '../../http/authenticator.ts';
import type { HttpApp } from '../../http/create-http-app.ts';
import { Unauthorized } from '../../http/errors.ts';
import { jsonBody } from '../../http/json-body.ts';
import { problemResponses } from '../../http/problem-response.ts';
import { requireAccess } from '../../http/require-access.ts';
import type { Projects } from '../../projects/projects.ts';
import type { SavedViews } from './saved-views.ts';
import type { ShareLinks } from './share-links.ts';

const parameters = z.object({ projectId: z.string() });
const viewParameters = z.object({ projectId: z.string(), id: z.string() });
const operation = { tags: ['Saved views and sharing'], security: [{ bearer: [] }] };
/** Bytes; an address of the longest kind, every character of it escaped. */
const body = jsonBody(32_000);
const errors = problemResponses(400, 401, 403, 404, 500, 503);
const writeErrors = problemResponses(400, 401, 403, 404, 409, 413, 415, 500, 503);

const json = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
});
const bodyOf = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});

export interface SharingRoutesOptions {
  /** Of keys and sessions; whoever has a link only must not see what others saved and shared. */
  readonly authenticator: Authenticator;
  readonly savedViews: SavedViews;
  readonly shareLinks: ShareLinks;
  readonly projects: Pick<Projects, 'require'>;
}

/** Adds views with a name, links that let others read, and what such a link tells first. */
export function addSharingRoutes(
  app: HttpApp,
  { authenticator, savedViews, shareLinks, projects }: SharingRoutesOptions,
): void {
  const reads = requireAccess(authenticator, 'analytics:read');
  const writes = requireAccess(authenticator, 'analytics:write');
  const views = '/v1/analytics/{projectId}/saved-views';
  const links = '/v1/analytics/{projectId}/share-links';

  app.openapi(
    createRoute({
      method: 'get',
      path: views,
      operationId: 'listSavedViews',
      summary: 'List the saved views of a project',
      ...operation,
      middleware: reads,
      request: { params: parameters },
      responses: { 200: json('Sorted by name.', z.object({ savedViews: z.array(savedViewSchema) })), ...errors },
    }),
    async (context) => context.json({ savedViews: await savedViews.list(context.req.valid('param').projectId) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: views,
      operationId: 'saveView',
      summary: 'Save a view of the analytics page',
      ...operation,
      middleware: [writes, body] as const,
      request: { params: parameters, ...bodyOf(newSavedViewSchema) },
      responses: { 201: json('Saved.', savedViewSchema), ...writeErrors },
    }),
    async (context) => {
      const { projectId } = context.req.valid('param');
      const by = context.var.principal.actor;
      return context.json(await savedViews.create({ ...context.req.valid('json'), projectId, by }), 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${views}/{id}`,
      operationId: 'removeSavedView',
      summary: 'Remove a saved view',
      ...operation,
      middleware: writes,
      request: { params: viewParameters },
      responses: { 204: { description: 'Removed.' }, ...errors },
    }),
    async (context) => {
      await savedViews.remove({ ...context.req.valid('param'), by: context.var.principal.actor });
      return context.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: links,
      operationId: 'listShareLinks',
      summary: 'List the share links of a project, without their tokens',
      ...operation,
      middleware: writes,
      request: { params: parameters },
      responses: { 200: json('Sorted by name.', z.object({ shareLinks: z.array(shareLinkSchema) })), ...errors },
    }),
    async (context) => context.json({ shareLinks: await shareLinks.list(context.req.valid('param').projectId) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: links,
      operationId: 'createShareLink',
      summary: "Create a link that lets anyone read the project's analytics",
      description: "The link gives access to this project's analytics and nothing else, until it is revoked.",
      ...operation,
      middleware: [writes, body] as const,
      request: { params: parameters, ...bodyOf(newShareLinkSchema) },
      responses: {
        201: json('Created. Only this response contains the link.', createdShareLinkSchema),
        ...writeErrors,
      },
    }),
    async (context) => {
      const { projectId } = context.req.valid('param');
      const by = context.var.principal.actor;
      context.header('cache-control', 'no-store');
      return context.json(await shareLinks.create({ ...context.req.valid('json'), projectId, by }), 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${links}/{id}`,
      operationId: 'revokeShareLink',
      summary: 'Revoke a share link at once',
      ...operation,
      middleware: writes,
      request: { params: viewParameters },
      responses: { 204: { description: 'Revoked.' }, ...errors },
    }),
    async (context) => {
      await shareLinks.revoke({ ...context.req.valid('param'), by: context.var.principal.actor });
      return context.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/shared',
      operationId: 'getShared',
      summary: 'Get the project that a share link is for',
      description: "Use the link's token, the part after `#`, as the bearer token of every request.",
      ...operation,
      responses: { 200: json('The project.', sharedProjectSchema), ...problemResponses(401, 404, 500, 503) },
    }),
    async (context) => {
      const link = await shareLinks.projectOf(context.req.header('authorization'));
      if (link === undefined) throw new Unauthorized();
      const { id, name, settings } = await projects.require(link.projectId);
      const { aiCategories, saltLife, timeZone } = settings.analytics;
      context.header('cache-control', 'no-store');
      context.header('x-robots-tag', 'noindex');
      return context.json({ id, name, settings: { analytics: { aiCategories, saltLife, timeZone } } }, 200);
    },
  );
}
