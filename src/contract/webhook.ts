import { z } from '@hono/zod-openapi';

/** Name of the project secret with which its code host signs webhooks. */
export const webhookSecretName = 'webhook';

/** Settings that a person enters on the code host. */
export const createdWebhookSchema = z.object({
  url: z.string().describe('Where the code host sends events.'),
  secret: z.string().describe('Shown once.'),
  events: z.array(z.string()).readonly().describe("The events to choose, named as in the host's settings."),
});

export type CreatedWebhook = z.infer<typeof createdWebhookSchema>;

/** Code hosts show this in their list of deliveries. */
export const webhookTakenSchema = z
  .object({
    taken: z
      .boolean()
      .openapi({ description: 'Whether the event changed something, or showed that the webhook works.' }),
    because: z.string().openapi({ description: 'What changed, or why nothing changed.' }),
  })
  .openapi('WebhookTaken', {
    example: { taken: true, because: 'Pull request #128 of job job_01kahy3v5rm0c2x7q8w4n6t9ze is merged.' },
  });

export type WebhookTaken = z.infer<typeof webhookTakenSchema>;
