import { createRoute, z } from '@hono/zod-openapi';
import { codeHostKindSchema } from '../../contract/code-host.ts';
import { webhookTakenSchema } from '../../contract/webhook.ts';
import { networkOfAddress } from '../../http/address.ts';
import { createBodyRooms } from '../../http/body-room.ts';
import type { Context } from 'hono';
import type { HttpApp } from '../../http/create-http-app.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import { problemResponses } from '../../http/problem-response.ts';
import type { HandleWebhook } from './handle-webhook.ts';

/** GitHub sends up to 25 MB, but the events that we handle are far smaller. */
const limitBytes = 5 * 1024 * 1024;

/** Adds the endpoint that code hosts call. Only the signature authenticates the sender. */
export function addWebhookRoutes(app: HttpApp, { handleWebhook }: { handleWebhook: HandleWebhook }): void {
  const rooms = createBodyRooms();
  const security = { tags: ['Webhooks'], security: [] };
  // No JSON for the router, which would read and parse what a stranger sends, however much it is.
  const body = { required: true, content: { '*/*': { schema: z.any() } } };
  const responses = {
    200: {
      description: 'The event is authentic. `taken` says whether it changed something.',
      content: { 'application/json': { schema: webhookTakenSchema } },
    },
    ...problemResponses(400, 401, 404, 409, 413, 415, 429, 500, 503),
  };
  const receive = (
    context: Context<HttpEnvironment>,
    place: Pick<Parameters<HandleWebhook>[0], 'kind' | 'projectId'>,
  ) => {
    const sender = networkOfAddress(context.var.clientAddress ?? 'unknown');
    return rooms.withBody(context, { sender, limitBytes }, async (rawBody) => {
      const request = { rawBody, header: (name: string) => context.req.header(name) };
      return context.json(await handleWebhook({ ...place, request }), 200);
    });
  };
  app.openapi(
    createRoute({
      method: 'post',
      path: '/v1/webhooks/github',
      operationId: 'receiveAppWebhook',
      summary: 'Receive a webhook of the GitHub App',
      description:
        "GitHub calls this for every repository that has the server's GitHub App installed. The event goes to the projects on " +
        "that repository. A signature with the App's webhook secret authenticates the sender.",
      ...security,
      request: { body },
      responses,
    }),
    (context) => receive(context, { kind: 'github', projectId: undefined }),
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: '/v1/webhooks/{kind}/{projectId}',
      operationId: 'receiveWebhook',
      summary: 'Receive a webhook of the code host',
      description:
        'The code host calls this when a pull request is merged, closed, reopened or commented on. A signature with the ' +
        "project's webhook secret authenticates the sender; `docwright webhook create` prints URL and secret.",
      ...security,
      request: { params: z.object({ kind: codeHostKindSchema, projectId: z.string() }), body },
      responses,
    }),
    (context) => receive(context, context.req.valid('param')),
  );
}
