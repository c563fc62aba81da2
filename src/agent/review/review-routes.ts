import { createRoute } from '@hono/zod-openapi';
import { createReviewSchema } from '../../contract/agent-job.ts';
import type { Authenticator } from '../../http/authenticator.ts';
import type { HttpApp } from '../../http/create-http-app.ts';
import { jsonBody } from '../../http/json-body.ts';
import { problemResponses } from '../../http/problem-response.ts';
import { rateLimitHeaders } from '../../http/rate-limit-headers.ts';
import { requireAccess } from '../../http/require-access.ts';
import { describeHeaders } from '../../http/response-headers.ts';
import { jobContent, projectParameters, security, setHeaders } from '../jobs/route-parts.ts';
import type { AcceptReview } from './accept-review.ts';

const bodyLimitBytes = 16 * 1024;

/** The operation that asks for a review; its job is then followed like any other. */
export function addReviewRoutes(
  app: HttpApp,
  { authenticator, acceptReview }: { authenticator: Authenticator; acceptReview: AcceptReview },
): void {
  app.openapi(
    createRoute({
      method: 'post',
      path: '/v2/agent/{projectId}/review',
      operationId: 'createReview',
      summary: 'Review a pull request',
      description:
        'Checker and model review the pull request of a person in the background, as a job with `review`. Poll it like ' +
        'any job. At most 60 reviews per project and hour.',
      tags: ['Reviews'],
      security,
      middleware: [requireAccess(authenticator, 'agent:write'), jsonBody(bodyLimitBytes)] as const,
      request: {
        params: projectParameters,
        body: { required: true, content: { 'application/json': { schema: createReviewSchema } } },
      },
      responses: {
        201: {
          description: 'The review is accepted and stored.',
          headers: describeHeaders('RateLimit', 'RateLimit-Policy'),
          content: jobContent,
        },
        ...problemResponses(400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 502, 503),
      },
    }),
    async (context) => {
      const { projectId } = context.req.valid('param');
      const { url, dryRun = false } = context.req.valid('json');
      const { job, quota } = await acceptReview({ projectId, pullRequest: url, dryRun, by: context.var.principal });
      if (quota !== undefined) setHeaders(context, rateLimitHeaders(quota));
      return context.json(job, 201);
    },
  );
}
