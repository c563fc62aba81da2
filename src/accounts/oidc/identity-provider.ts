import * as oidc from 'openid-client';
import { z } from 'zod';
import { duration } from '../../kernel/clock.ts';
import { readConnectionFault, type ConnectionFault } from '../../outgoing/connection-fault.ts';
import { sendEachWithin } from '../../outgoing/send.ts';
import {
  IdentityNotProven,
  IdentityProviderRefused,
  IdentityProviderUnreachable,
  SignInInterrupted,
} from './errors.ts';

/** A person's identity, verified by the provider. */
export interface Identity {
  readonly issuer: string;
  /** Permanent at the issuer and never reassigned, unlike an address. */
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
}

/** Values that the browser keeps until the provider redirects back. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface IdentityProvider {
  /** Display name. */
  readonly name: string;
  /** Where to send the browser. Throws `IdentityProviderUnreachable`. */
  begin(): Promise<{ url: string; checks: SignInChecks }>;
  /**
   * Exchanges the code in `query`, the query of the redirect URI. Throws
   * `IdentityProviderUnreachable`, `IdentityProviderRefused`, `IdentityNotProven` or `SignInInterrupted`.
   */
  finish(query: string, checks: SignInChecks): Promise<Identity>;
}

export interface IdentityProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
  readonly name: string;
  /** Applies if the provider sends no `email_verified`; an explicit false still counts. */
  readonly assumeEmailVerified: boolean;
  /** Public URL of this server; the provider redirects to `/sign-in/callback` below it. */
  readonly publicUrl: string;
}

/** Timeout of a request to the provider, in seconds. */
const patience = 10;
/** Of one answer: keys and claims are small. */
const limits = { time: patience * duration.second, bytes: 1024 ** 2, answers: 1 };

const claimsSchema = z.object({
  email: z.email().max(254).optional().catch(undefined),
  // Some providers write booleans as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(false),
  name: z.string().trim().min(1).optional().catch(undefined),
  preferred_username: z.string().trim().min(1).optional().catch(undefined),
});

/** OpenID Connect: authorization code with PKCE, state and nonce; the signature of the identity token is verified. */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const { issuer, clientId, clientSecret, scopes, name, assumeEmailVerified } = options;
  const redirectUri = `${options.publicUrl.replace(/\/$/, '')}/sign-in/callback`;
  let discovered: Promise<oidc.Configuration> | undefined;
  const discover = async (): Promise<oidc.Configuration> => {
    const isPlain = new URL(issuer).protocol === 'http:';
    discovered ??= oidc.discovery(new URL(issuer), clientId, undefined, authenticationOf(clientSecret), {
      timeout: patience,
      [oidc.customFetch]: sendEachWithin(limits) as unknown as oidc.CustomFetch,
      // The configuration allows plain http for this machine only.
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so that nobody uses it unawares
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    });
    try {
      return await discovered;
    } catch (error) {
      discovered = undefined;
      throw new IdentityProviderUnreachable(issuer, whyUnanswered(error, issuer), error);
    }
  };
  return {
    name,
    async begin() {
      const configuration = await discover();
      const checks = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checks };
    },
    async finish(query, { state, nonce, codeVerifier }) {
      const callback = new URL(redirectUri);
      callback.search = query;
      if (callback.searchParams.get('state') !== state)
        throw new SignInInterrupted('it was not started in this browser');
      const configuration = await discover();
      const { subject, addressClaims, nameClaims } = await exchange(configuration, callback, {
        state,
        nonce,
        codeVerifier,
      });
      const { email, email_verified } = claimsSchema.parse(addressClaims);
      const names = claimsSchema.parse(nameClaims);
      return {
        issuer: configuration.serverMetadata().issuer,
        subject,
        email: email?.toLowerCase(),
        isEmailVerified: email !== undefined && (email_verified ?? assumeEmailVerified),
        name: (names.name ?? names.preferred_username)?.slice(0, 100),
      };
    },
  };
}

/**
 * The claims of the identity token and, where it names no address, those of the userinfo endpoint. An address counts with
 * what the same source says of it. The library proves `iss`, `aud`, `azp`, `nonce` and `exp` of the token, and that `sub` is
 * the same in both.
 */
async function exchange(configuration: oidc.Configuration, callback: URL, checks: SignInChecks) {
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new TypeError('There is no identity token.');
    const subject = claims.sub;
    if ('email' in claims || configuration.serverMetadata().userinfo_endpoint === undefined)
      return { subject, addressClaims: claims, nameClaims: claims };
    const more = await oidc.fetchUserInfo(configuration, tokens.access_token, subject);
    return { subject, addressClaims: more, nameClaims: { ...more, ...claims } };
  } catch (error) {
    if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
      throw new IdentityProviderRefused(error.error, error);
    }
    // By the standard, the token endpoint answers so only if our client id or secret is wrong.
    if (error instanceof oidc.WWWAuthenticateChallengeError) throw new IdentityProviderRefused('invalid_client', error);
    const { issuer } = configuration.serverMetadata();
    const fault = readConnectionFault(error, { host: new URL(issuer).host });
    if (fault !== undefined) throw new IdentityProviderUnreachable(issuer, fault, error);
    throw new IdentityNotProven(error);
  }
}

/** Sends the secret in the header, unless the provider supports only the body. */
function authenticationOf(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...parameters) => {
    const usesHeader = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
    (usesHeader ? basic : post)(server, ...parameters);
  };
}

function whyUnanswered(error: unknown, issuer: string): ConnectionFault | string {
  return readConnectionFault(error, { host: new URL(issuer).host }) ?? reasonOf(error);
}

/** A short code without secrets, such as `OAUTH_RESPONSE_IS_NOT_CONFORM`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return (error.cause instanceof Error ? reasonOf(error.cause) : code) ?? error.name;
}
