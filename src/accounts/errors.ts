import { defineError } from '../kernel/app-error.ts';

/** One answer for an unknown address and a wrong password, so that nobody learns who has an account. */
export const SignInRefused = defineError(
  {
    code: 'sign_in_refused',
    status: 401,
    title: 'Wrong email or password',
    remedy: 'Check both. If you forgot the password, see “Forgot your password?” on the sign-in page.',
  },
  () => 'Wrong email or password.',
);

export const PasswordWrong = defineError(
  {
    code: 'password_wrong',
    status: 403,
    title: 'Wrong current password',
    remedy: 'Enter the password that you sign in with now.',
  },
  () => ({
    message: 'Wrong current password.',
    details: [{ field: 'currentPassword', message: 'This is not your current password.' }],
  }),
);

export const InvitationUnusable = defineError(
  {
    code: 'invitation_unusable',
    status: 410,
    title: 'Link no longer valid',
    remedy:
      "Links work once and for a limited time. Ask an owner for a new one. To print the first owner's set-up link again, restart the server.",
  },
  () => 'This link was already used, has expired or was withdrawn.',
);

export const PasswordResetUnusable = defineError(
  {
    code: 'password_reset_unusable',
    status: 410,
    title: 'Link no longer valid',
    remedy: 'Links work once and expire after an hour. Request a new one on the sign-in page.',
  },
  () => 'This link was already used, has expired or was replaced by a newer one.',
);

export const PasswordResetImpossible = defineError(
  {
    code: 'password_reset_impossible',
    status: 404,
    title: 'No member with this email address and a password',
    remedy:
      'Look up the address on the Members page. Members who sign in only with the identity provider have no password. `docwright invite` creates a link for a new account.',
  },
  (email: string) => `No member signs in with ${JSON.stringify(email.slice(0, 254))} and a password.`,
);

export const PasswordResetNotMailed = defineError(
  {
    code: 'password_reset_not_mailed',
    status: 422,
    title: 'Mail not configured',
    remedy:
      "Ask the server's operator to create a link with `docwright member reset`. The server can mail links once a project has a mail server in its settings.",
  },
  () => 'No project of this server has a mail server.',
);

export const EmailTaken = defineError(
  {
    code: 'email_taken',
    status: 409,
    title: 'Email address already has an account',
    remedy: 'Sign in with it, or use another email address or identity provider account.',
  },
  () => ({
    message: 'A member with this email address already exists.',
    details: [{ field: 'email', message: 'A member with this email address already exists.' }],
  }),
);

export const LastOwner = defineError(
  {
    code: 'last_owner',
    status: 409,
    title: 'Last owner',
    remedy: 'Give another member the owner role first.',
  },
  () => 'The only owner cannot be removed or lose the role.',
);

export const AccountThingNotFound = defineError(
  {
    code: 'account_thing_not_found',
    status: 404,
    title: 'No such member, session or invitation',
    remedy: 'Reload the page. It may have been removed.',
  },
  (kind: 'member' | 'session' | 'invitation', id: string) => `There is no ${kind} ${JSON.stringify(id.slice(0, 64))}.`,
);
