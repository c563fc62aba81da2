import { AppError, defineError, type ErrorFacts } from '../../kernel/app-error.ts';
import { withRemedy, type ConnectionFault } from '../../outgoing/connection-fault.ts';

export const NoIdentityProvider = defineError(
  {
    code: 'no_identity_provider',
    status: 404,
    title: 'No identity provider is configured',
    remedy: 'Sign in with your password, or set DOCWRIGHT_OIDC_ISSUER and DOCWRIGHT_OIDC_CLIENT_ID on the server.',
  },
  () => 'This server has no identity provider.',
);

export const PasswordSignInOff = defineError(
  {
    code: 'password_sign_in_off',
    status: 403,
    title: 'Passwords are turned off',
    remedy: 'Sign in with the identity provider. DOCWRIGHT_PASSWORD_SIGN_IN on the server turns passwords on again.',
  },
  () => 'On this server nobody signs in with a password.',
);

export class IdentityProviderUnreachable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'identity_provider_unreachable',
    status: 502,
    title: 'The identity provider cannot be reached',
    remedy:
      'Try again in a moment. If it stays: the server must be able to open `<DOCWRIGHT_OIDC_ISSUER>/.well-known/openid-configuration`, and the `issuer` in it must be the very text of DOCWRIGHT_OIDC_ISSUER.',
    retryable: true,
  };
  constructor(issuer: string, why: ConnectionFault | string, cause: unknown) {
    if (typeof why !== 'string') super(withRemedy(IdentityProviderUnreachable.facts, why), why.message, { cause });
    else
      super(
        IdentityProviderUnreachable.facts,
        `The identity provider ${issuer} does not answer as it should: ${why}.`,
        { cause },
      );
  }
}

/** The way to the provider and back was not walked in one browser, in one go. */
export const SignInInterrupted = defineError(
  {
    code: 'sign_in_interrupted',
    status: 400,
    title: 'The sign-in was interrupted',
    remedy:
      'Start again from the sign-in page, in one tab, within ten minutes, and under the public address of this server.',
  },
  (reason: string, cause?: unknown) => ({ message: `The sign-in cannot be completed: ${reason}.`, cause }),
);

export const IdentityProviderRefused = defineError(
  {
    code: 'identity_provider_refused',
    status: 403,
    title: 'The identity provider refused',
    remedy:
      'Try again. `access_denied` means that you or the provider said no; `invalid_client` that DOCWRIGHT_OIDC_CLIENT_ID or _CLIENT_SECRET is wrong; `invalid_grant` that the sign-in was used already or took too long.',
  },
  /** `error` is the code of OAuth 2.0 that the provider sent. */
  (error: string, cause: unknown) => {
    const code = /^[\w.-]{1,60}$/.test(error) ? error : 'an unknown error';
    return { message: `The identity provider answered ${code}.`, cause };
  },
);

export const IdentityNotProven = defineError(
  {
    code: 'identity_not_proven',
    status: 403,
    title: 'The identity token is not valid',
    remedy:
      'Try again. If it stays, compare the issuer, the client id and the clock of this server with those of the provider; the log of the server has the reason.',
  },
  (cause: unknown) => ({ message: 'What the identity provider sent does not prove who you are.', cause }),
);

export const EmailNotVerified = defineError(
  {
    code: 'email_not_verified',
    status: 403,
    title: 'The identity provider has not verified the email address',
    remedy:
      'Verify the address at the provider, then try again. The provider must send the claims `email` and `email_verified`; for one that never sends the second, see DOCWRIGHT_OIDC_EMAIL_VERIFIED.',
  },
  (email: string | undefined) =>
    email === undefined
      ? 'The identity provider tells no email address of yours.'
      : `The identity provider does not say that ${email} is yours.`,
);

export const NotAMember = defineError(
  {
    code: 'not_a_member',
    status: 403,
    title: 'You are not a member',
    remedy:
      'Ask an owner for an invitation link and open it, or sign in at the provider with another account. DOCWRIGHT_OIDC_EMAIL_DOMAINS lets everybody of a domain in.',
  },
  (email: string) => `${email} is not a member of this server.`,
);

/** Whoever made the account with a password might not be who owns the address, so that nobody is led into it unasked. */
export const AccountNotConnected = defineError(
  {
    code: 'account_not_connected',
    status: 409,
    title: 'The account is not connected to the identity provider',
    remedy: 'Sign in with the password once and connect the account on the page "Your account".',
  },
  (email: string) => `The account of ${email} has a password and is not connected yet.`,
);

export const IdentityTaken = defineError(
  {
    code: 'identity_taken',
    status: 409,
    title: 'The account belongs to somebody else',
    remedy:
      'Sign in at the provider with another account. If the address was given to a new person, an owner removes the old member first.',
  },
  (reason: string) => reason,
);
