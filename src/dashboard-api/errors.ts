import type { Role } from '../contract/account.ts';
import { defineError } from '../kernel/app-error.ts';

export const NotSignedIn = defineError(
  {
    code: 'not_signed_in',
    status: 401,
    title: 'Not signed in',
    remedy: 'Sign in; a session ends after 14 days without use, after 90 days, or when it is ended by hand.',
  },
  () => 'You are not signed in, or your session has ended.',
);

export const CrossSiteRequest = defineError(
  {
    code: 'cross_site_request',
    status: 403,
    title: 'The request did not come from the dashboard',
    remedy:
      'Open the dashboard under its own address. Behind a proxy, pass the `Host` header on or set the public URL of the server.',
  },
  () => 'A change with a session must be sent by the dashboard itself.',
);

export const RoleMissing = defineError(
  {
    code: 'role_missing',
    status: 403,
    title: 'Your role does not allow this',
    remedy: 'Ask an owner to do it or to change your role under Members.',
  },
  (needed: Role) => `This needs the role ${needed}.`,
);
