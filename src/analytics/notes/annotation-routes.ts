import { createRoute, z } from '@hono/zod-openapi';
import { rangeQuerySchema } from '../../contract/analytics.ts';
import {
  annotationSchema,
  newNoteSchema,
  noteChangesSchema,
  type Annotation,
  type FindMerges,
  type Merge,
} from '../../contract/annotation.ts';
import type { Authenticator } from '../../http/authenticator.ts';
import type { HttpApp } from '../../http/create-http-app.ts';
import { jsonBody } from '../../http/json-body.ts';
import { problemResponses } from '../../http/problem-response.ts';
import { requireAccess } from '../../http/require-access.ts';
import { readDateRange } from '../date-range.ts';
import type { ChartNotes } from './chart-notes.ts';

const path = '/v1/analytics/{projectId}/annotations';
const parameters = z.object({ projectId: z.string() });
const noteParameters = z.object({ projectId: z.string(), id: z.string() });
const operation = { tags: ['Chart notes'], security: [{ bearer: [] }] };
/** Bytes; a text of the longest kind, every character of it escaped. */
const body = jsonBody(4_000);
const answer = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
});
const request = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});

/** Adds what may explain the numbers: notes of people, and merged pull requests of jobs. Share links do not show them. */
export function addAnnotationRoutes(
  app: HttpApp,
  { authenticator, notes, findMerges }: { authenticator: Authenticator; notes: ChartNotes; findMerges: FindMerges },
): void {
  const reads = requireAccess(authenticator, 'analytics:read');
  const writes = requireAccess(authenticator, 'analytics:write');

  app.openapi(
    createRoute({
      method: 'get',
      path,
      operationId: 'listAnnotations',
      summary: 'List notes and merged pull requests of a range',
      ...operation,
      middleware: reads,
      request: { params: parameters, query: rangeQuerySchema },
      responses: {
        200: answer('Oldest first.', z.object({ annotations: z.array(annotationSchema) })),
        ...problemResponses(400, 401, 403, 404, 500, 503),
      },
    }),
    async (context) => {
      const { projectId } = context.req.valid('param');
      const range = readDateRange(context.req.valid('query'));
      const [written, merges] = await Promise.all([notes.list(projectId, range), findMerges(projectId, range)]);
      const annotations = [...written, ...merges.map(toAnnotation)].sort((one, other) => (one.at < other.at ? -1 : 1));
      return context.json({ annotations }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path,
      operationId: 'addNote',
      summary: 'Add a note to the chart of visitors',
      ...operation,
      middleware: [writes, body] as const,
      request: { params: parameters, ...request(newNoteSchema) },
      responses: {
        201: answer('Added.', annotationSchema),
        ...problemResponses(400, 401, 403, 404, 409, 413, 415, 500, 503),
      },
    }),
    async (context) => {
      const note = { ...context.req.valid('json'), ...context.req.valid('param'), by: context.var.principal.actor };
      return context.json(await notes.add(note), 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'patch',
      path: `${path}/{id}`,
      operationId: 'changeNote',
      summary: 'Change a note; omitted fields stay',
      ...operation,
      middleware: [writes, body] as const,
      request: { params: noteParameters, ...request(noteChangesSchema) },
      responses: {
        200: answer('Changed.', annotationSchema),
        ...problemResponses(400, 401, 403, 404, 413, 415, 500, 503),
      },
    }),
    async (context) => {
      const note = { ...context.req.valid('json'), ...context.req.valid('param'), by: context.var.principal.actor };
      return context.json(await notes.change(note), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${path}/{id}`,
      operationId: 'removeNote',
      summary: 'Remove a note',
      ...operation,
      middleware: writes,
      request: { params: noteParameters },
      responses: { 204: { description: 'Removed.' }, ...problemResponses(400, 401, 403, 404, 500, 503) },
    }),
    async (context) => {
      await notes.remove({ ...context.req.valid('param'), by: context.var.principal.actor });
      return context.body(null, 204);
    },
  );
}

function toAnnotation({ jobId, number, title, at }: Merge): Annotation {
  const text = `Merged #${number}: ${title}`;
  return { id: jobId, kind: 'pull_request', at: new Date(at).toISOString(), text, createdBy: null, jobId };
}
