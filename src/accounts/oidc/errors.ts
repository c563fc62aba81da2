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
    title: 'Password sign-in disabled',
    remedy: 'Sign in with the identity provider. To enable passwords, set DOCWRIGHT_PASSWORD_SIGN_IN on the server.',
  },
  () => 'This server does not allow sign-in with a password.',
);

export class IdentityProviderUnreachable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'identity_provider_unreachable',
    status: 502,
    title: 'Identity provider unavailable',
    remedy:
      'Try again in a moment. If it persists, check that the server can open `<DOCWRIGHT_OIDC_ISSUER>/.well-known/openid-configuration` and that the `issuer` in it is exactly DOCWRIGHT_OIDC_ISSUER.',
    retryable: true,
  };
  constructor(issuer: string, why: ConnectionFault | string, cause: unknown) {
    if (typeof why !== 'string') super(withRemedy(IdentityProviderUnreachable.facts, why), why.message, { cause });
    else
      super(IdentityProviderUnreachable.facts, `Unexpected response from the identity provider ${issuer}: ${why}.`, {
        cause,
      });
  }
}

/** The way to the provider and back was not walked in one browser, in one go. */
export const SignInInterrupted = defineError(
  {
    code: 'sign_in_interrupted',
    status: 400,
    title: 'The sign-in was interrupted',
    remedy:
      "Start again from the sign-in page. Use one tab and the server's public URL, and finish within ten minutes.",
  },
  (reason: string, cause?: unknown) => ({ message: `The sign-in cannot be completed: ${reason}.`, cause }),
);

export const IdentityProviderRefused = defineError(
  {
    code: 'identity_provider_refused',
    status: 403,
    title: 'Identity provider refused the sign-in',
    remedy:
      'Try again. `access_denied`: you or the provider declined. `invalid_client`: DOCWRIGHT_OIDC_CLIENT_ID or _CLIENT_SECRET is wrong. `invalid_grant`: the sign-in was already used or took too long.',
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
    title: 'Invalid identity token',
    remedy:
      "Try again. If it persists, compare this server's issuer, client ID and clock with the provider's. The server's log has the reason.",
  },
  (cause: unknown) => ({ message: "The identity provider's response does not prove your identity.", cause }),
);

export const EmailNotVerified = defineError(
  {
    code: 'email_not_verified',
    status: 403,
    title: 'Email address not verified',
    remedy:
      'Verify the address at the provider, then try again. The provider must send the claims `email` and `email_verified`. If it never sends the second, see DOCWRIGHT_OIDC_EMAIL_VERIFIED.',
  },
  (email: string | undefined) =>
    email === undefined
      ? 'The identity provider sent no email address.'
      : `The identity provider does not confirm that ${email} is yours.`,
);

export const NotAMember = defineError(
  {
    code: 'not_a_member',
    status: 403,
    title: 'Not a member',
    remedy:
      'Ask an owner for an invitation link, or sign in at the provider with another account. DOCWRIGHT_OIDC_EMAIL_DOMAINS admits everyone from a domain.',
  },
  (email: string) => `${email} is not a member of this server.`,
);

/** Whoever made the account with a password might not be who owns the address, so that nobody is led into it unasked. */
export const AccountNotConnected = defineError(
  {
    code: 'account_not_connected',
    status: 409,
    title: 'Account not connected to the identity provider',
    remedy: 'Sign in with the password once, and connect the account on the page "Your account".',
  },
  (email: string) => `The account ${email} has a password and is not connected yet.`,
);

export const IdentityTaken = defineError(
  {
    code: 'identity_taken',
    status: 409,
    title: 'Account belongs to someone else',
    remedy:
      'Sign in at the provider with another account. If the address now belongs to a new person, an owner must remove the old member first.',
  },
  (reason: string) => reason,
);
