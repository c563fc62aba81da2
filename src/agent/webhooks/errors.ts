import { defineError } from '../../kernel/app-error.ts';

/** Also said of a project that does not exist or has no secret: a stranger learns nothing. */
export const WebhookNotSigned = defineError(
  {
    code: 'webhook_not_signed',
    status: 401,
    title: 'Webhook not signed',
    remedy:
      'Run `docwright webhook create` and enter the URL and secret that it prints in the settings of the repository on the code host.',
  },
  () => 'The webhook is not signed with the secret of this project.',
);
