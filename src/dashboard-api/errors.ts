import type { Role } from '../contract/account.ts';
import { defineError } from '../kernel/app-error.ts';

export const NotSignedIn = defineError(
  {
    code: 'not_signed_in',
    status: 401,
    title: 'Not signed in',
    remedy: 'Sign in again. A session ends after 14 days without use, after 90 days, or when someone ends it.',
  },
  () => 'You are not signed in, or your session has ended.',
);

export const CrossSiteRequest = defineError(
  {
    code: 'cross_site_request',
    status: 403,
    title: 'The request did not come from the dashboard',
    remedy:
      "Open the dashboard at its own URL. Behind a proxy, forward the `Host` header or set the server's public URL.",
  },
  () => 'Only the dashboard itself may send changes with a session.',
);

export const RoleMissing = defineError(
  {
    code: 'role_missing',
    status: 403,
    title: 'Your role does not allow this',
    remedy: 'Ask an owner to do it, or to change your role on the Members page.',
  },
  (needed: Role) => `This needs the role ${needed}.`,
);

export const TooManyStreams = defineError(
  {
    code: 'too_many_streams',
    status: 429,
    title: 'Too many open streams',
    remedy:
      'Close other pages of the dashboard. Until then, pages that get no stream ask for changes every few seconds.',
    retryable: true,
  },
  (limit: number, whose: string) => ({
    message: `The server allows ${limit} open streams ${whose}, and has that many.`,
    retryAfterSeconds: 5,
  }),
);

export const MailServerMissing = defineError(
  {
    code: 'mail_server_missing',
    status: 409,
    title: 'No mail server',
    remedy: 'Save a mail server on the Server page first.',
  },
  () => 'The server has no mail server of its own.',
);
