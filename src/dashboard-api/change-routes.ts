import { createRoute, z } from '@hono/zod-openapi';
import type { HttpApp } from '../http/create-http-app.ts';
import { streamEvents, type Followed } from '../http/event-stream.ts';
import { problemResponses } from '../http/problem-response.ts';
import type { Projects } from '../projects/projects.ts';
import { requireMember, type Gate } from './require-member.ts';
import { dashboardPath } from './route-parts.ts';
import { createStreamRoom } from './stream-room.ts';

/** See `agent/jobs/follow-project.ts`. */
export type FollowProject = (
  projectId: string,
  shown: { readonly id: string; readonly after: number } | undefined,
) => Promise<Followed>;

const sequence = z
  .string()
  .regex(/^\d{1,9}$/, 'must be an integer')
  .transform(Number);

/** What tells an open page of the dashboard that something has changed. */
export function addChangeRoutes(
  app: HttpApp,
  {
    projects,
    followProject,
    gate,
    draining,
  }: { projects: Pick<Projects, 'require'>; followProject: FollowProject; gate: Gate; draining: AbortSignal },
): void {
  const room = createStreamRoom();
  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/projects/{projectId}/changes`,
      summary: 'Follow what changes in a project, and the log of one job, as server-sent events',
      middleware: requireMember(gate, 'viewer'),
      request: {
        params: z.object({ projectId: z.string() }),
        query: z.strictObject({ job: z.string().max(50).optional(), after: sequence.optional() }),
      },
      responses: {
        200: { description: 'Events.', content: { 'text/event-stream': { schema: z.string() } } },
        ...problemResponses(400, 401, 404, 429),
      },
    }),
    async (context) => {
      const { projectId } = context.req.valid('param');
      const { job, after = 0 } = context.req.valid('query');
      await projects.require(projectId);
      const resumed = sequence.safeParse(context.req.header('last-event-id')).data;
      const followed = await followProject(
        projectId,
        job === undefined ? undefined : { id: job, after: resumed ?? after },
      );
      const token = gate.cookie.read((name) => context.req.header(name)) ?? '';
      return streamEvents(context, {
        followed,
        onEnd: room.enter(context.var.signedIn.member.id),
        // A browser tells a page of events, and not of comments.
        beat: 'event: beat\ndata: {}\n\n',
        mayStillRead: async () => (await gate.sessions.find(token)) !== undefined,
        breakOff: context.var.breakOff,
        draining,
      });
    },
  );
}
