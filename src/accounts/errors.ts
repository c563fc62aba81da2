import { defineError } from '../kernel/app-error.ts';

/** One answer for an unknown address and a wrong password, so that nobody learns who has an account. */
export const SignInRefused = defineError(
  {
    code: 'sign_in_refused',
    status: 401,
    title: 'Email or password is wrong',
    remedy: 'Check both. Whoever forgot the password finds help under “Forgot your password?” on the sign-in page.',
  },
  () => 'Email or password is wrong.',
);

export const PasswordWrong = defineError(
  {
    code: 'password_wrong',
    status: 403,
    title: 'The current password is wrong',
    remedy: 'Type the password that you sign in with now.',
  },
  () => ({
    message: 'The current password is wrong.',
    details: [{ field: 'currentPassword', message: 'This is not your current password.' }],
  }),
);

export const InvitationUnusable = defineError(
  {
    code: 'invitation_unusable',
    status: 410,
    title: 'The link cannot be used',
    remedy:
      'Links work once and for a limited time. Ask an owner for a new one; the set-up link of the first owner is printed again when the server starts.',
  },
  () => 'This link was used already, has expired or was withdrawn.',
);

export const PasswordResetUnusable = defineError(
  {
    code: 'password_reset_unusable',
    status: 410,
    title: 'The link cannot be used',
    remedy: 'Links work once and within an hour. Ask for a new one on the sign-in page.',
  },
  () => 'This link was used already, has expired or was replaced by a newer one.',
);

export const PasswordResetImpossible = defineError(
  {
    code: 'password_reset_impossible',
    status: 404,
    title: 'No member signs in with this address and a password',
    remedy:
      'Look up the address on the page Members. Who signs in by the identity provider alone has no password; `docwright invite` makes a link for a new account.',
  },
  (email: string) => `No member signs in with ${JSON.stringify(email.slice(0, 254))} and a password.`,
);

export const PasswordResetNotMailed = defineError(
  {
    code: 'password_reset_not_mailed',
    status: 422,
    title: 'This server cannot mail links',
    remedy:
      'Ask whoever runs the server for a link, which `docwright member reset` makes. Links are mailed once a project has a mail server in its settings.',
  },
  () => 'No project of this server has a mail server.',
);

export const EmailTaken = defineError(
  {
    code: 'email_taken',
    status: 409,
    title: 'The email address has an account',
    remedy: 'Sign in with it, or use another address or account of the identity provider.',
  },
  () => ({
    message: 'A member with this email address exists already.',
    details: [{ field: 'email', message: 'A member with this email address exists already.' }],
  }),
);

export const LastOwner = defineError(
  {
    code: 'last_owner',
    status: 409,
    title: 'There must be an owner',
    remedy: 'Make somebody else an owner first.',
  },
  () => 'The only owner can neither be removed nor lose the role.',
);

export const AccountThingNotFound = defineError(
  {
    code: 'account_thing_not_found',
    status: 404,
    title: 'No such member, session or invitation',
    remedy: 'Load the page again: it was removed in the meantime.',
  },
  (kind: 'member' | 'session' | 'invitation', id: string) => `There is no ${kind} ${JSON.stringify(id.slice(0, 64))}.`,
);
