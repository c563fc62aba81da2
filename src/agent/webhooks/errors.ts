import { defineError } from '../../kernel/app-error.ts';

/** Also thrown for a project that does not exist or has no secret: strangers must not learn which projects exist. */
export const WebhookNotSigned = defineError(
  {
    code: 'webhook_not_signed',
    status: 401,
    title: 'Webhook not signed',
    remedy:
      "Run `docwright webhook create`. Enter the printed URL and secret in the repository's webhook settings on the code host.",
  },
  () => "The webhook is not signed with this project's secret.",
);
