import type { Context, MiddlewareHandler } from 'hono';
import type { Project } from '../contract/project.ts';
import type { Authenticator } from '../http/authenticator.ts';
import type { HttpEnvironment } from '../http/http-environment.ts';
import { problemResponses } from '../http/problem-response.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { describeHeaders } from '../http/response-headers.ts';
import { requireAccess } from '../http/require-access.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Projects } from '../projects/projects.ts';
import { trafficCategories } from './visits/view.ts';
import { defaultMapping, type ClassMapping } from './visits/visit-store.ts';

/** What every read of analytics begins with. */
export interface ExportAccess {
  /** Who may read at all: 401, 404, 403. */
  readonly middleware: MiddlewareHandler<HttpEnvironment>;
  /** Counts the request against the limit of its key, once it is known to fit: 400 comes before 429. */
  begin(context: Context<HttpEnvironment>): Promise<Project>;
}

export function createExportAccess({
  authenticator,
  projects,
  clock,
}: {
  authenticator: Authenticator;
  projects: Projects;
  clock: Clock;
}): ExportAccess {
  const projectOf = (context: Context<HttpEnvironment>) => projects.require(context.req.param('projectId') ?? '');
  const take = createRateLimit({
    name: 'reads',
    windowSeconds: 60,
    clock,
    quota: async (context) => (await projectOf(context)).settings.analytics.readsPerMinute,
    keyOf: ({ var: { principal } }) => principal.actor,
  });
  return {
    middleware: requireAccess(authenticator, 'analytics:read'),
    begin: async (context) => {
      for (const [header, value] of await take(context)) context.header(header, value);
      return projectOf(context);
    },
  };
}

/** What the operations have in common in the reference. */
export const exportOperation = {
  tags: ['Visitor analytics'],
  security: [{ bearer: [] }],
};
/** Of every answer that counts against the limit on reads. */
export const readHeaders = describeHeaders('RateLimit', 'RateLimit-Policy');
export const exportErrors = problemResponses(400, 401, 403, 404, 410, 429, 500, 503);

/** The project's own definition of AI. */
export function mappingOf({ settings }: Project): ClassMapping {
  return { human: defaultMapping.human, ai: [...defaultMapping.ai, ...settings.analytics.aiCategories] };
}

/** Everything that a mapping leaves out, as one class. */
export function uncountedBy({ human, ai }: ClassMapping): ClassMapping {
  const counted = new Set([...human, ...ai]);
  return { human: [], ai: trafficCategories.filter((category) => !counted.has(category)) };
}
