import { z } from '@hono/zod-openapi';

/** Name under which a project keeps the secret that its code host signs webhooks with. */
export const webhookSecretName = 'webhook';

/** What a person enters on the code host. */
export const createdWebhookSchema = z.object({
  url: z.string().describe('Where the code host sends events.'),
  secret: z.string().describe('Shown once.'),
  events: z.array(z.string()).readonly().describe("The events to choose, in the host's own words."),
});

export type CreatedWebhook = z.infer<typeof createdWebhookSchema>;

/** Shown by code hosts in the list of deliveries. */
export const webhookTakenSchema = z
  .object({
    taken: z
      .boolean()
      .openapi({ description: 'Whether the event changed something, or proved that the webhook works.' }),
    because: z.string().openapi({ description: 'What happened, or why nothing did.' }),
  })
  .openapi('WebhookTaken', {
    example: { taken: true, because: 'Pull request #128 of job job_01kahy3v5rm0c2x7q8w4n6t9ze is merged.' },
  });

export type WebhookTaken = z.infer<typeof webhookTakenSchema>;
