import { createRoute, z } from '@hono/zod-openapi';
import { codeHostKindSchema } from '../../contract/code-host.ts';
import { webhookTakenSchema } from '../../contract/webhook.ts';
import { networkOfAddress } from '../../http/address.ts';
import { createBodyRooms } from '../../http/body-room.ts';
import type { HttpApp } from '../../http/create-http-app.ts';
import { problemResponses } from '../../http/problem-response.ts';
import type { HandleWebhook } from './handle-webhook.ts';

/** GitHub sends up to 25 MB, but the events that we handle are far smaller. */
const limitBytes = 5 * 1024 * 1024;

/** Adds the endpoint that code hosts call. Only the signature authenticates the sender. */
export function addWebhookRoutes(app: HttpApp, { handleWebhook }: { handleWebhook: HandleWebhook }): void {
  const rooms = createBodyRooms();
  app.openapi(
    createRoute({
      method: 'post',
      path: '/v1/webhooks/{kind}/{projectId}',
      operationId: 'receiveWebhook',
      summary: 'Receive a webhook of the code host',
      description:
        'The code host calls this when a pull request is merged, closed, reopened or commented on. A signature with the ' +
        "project's webhook secret authenticates the sender; `docwright webhook create` prints URL and secret.",
      tags: ['Webhooks'],
      security: [],
      request: {
        params: z.object({ kind: codeHostKindSchema, projectId: z.string() }),
        // No JSON for the router, which would read and parse what a stranger sends, however much it is.
        body: { required: true, content: { '*/*': { schema: z.any() } } },
      },
      responses: {
        200: {
          description: 'The event is authentic. `taken` says whether it changed something.',
          content: { 'application/json': { schema: webhookTakenSchema } },
        },
        ...problemResponses(400, 401, 404, 409, 413, 415, 429, 500, 503),
      },
    }),
    async (context) => {
      const { kind, projectId } = context.req.valid('param');
      const sender = networkOfAddress(context.var.clientAddress ?? 'unknown');
      return rooms.withBody(context, { sender, limitBytes }, async (rawBody) => {
        const request = { rawBody, header: (name: string) => context.req.header(name) };
        return context.json(await handleWebhook({ projectId, kind, request }), 200);
      });
    },
  );
}
