import type { Member } from '../../contract/account.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { Invitations } from '../invitations.ts';
import type { Sessions } from '../sessions.ts';
import { countSignInAttempt } from '../sign-in-limit.ts';
import { NoIdentityProvider, SignInInterrupted } from './errors.ts';
import { verifiedEmail, type Identities } from './identities.ts';
import type { Identity, IdentityProvider } from './identity-provider.ts';
import { createSignInAttempts, type Purpose } from './sign-in-attempts.ts';

/** The way to the identity provider and back: to sign in, to take up an invitation, to connect one's account. */
export interface ProviderSignIn {
  /**
   * Where to send the browser, and what it must keep until it is back. Throws `NoIdentityProvider`, `InvitationUnusable`,
   * `IdentityProviderUnreachable`.
   */
  begin(purpose: Purpose): Promise<{ readonly url: string; readonly attempt: string }>;
  /** Throws `SignInInterrupted`, `RateLimited`, and what the provider, the identity or the invitation is refused for. */
  finish(arrival: Arrival): Promise<Arrived>;
}

/** A browser that came back from the provider. */
export interface Arrival {
  /** Of the address at which it came back. */
  readonly query: string;
  /** What it kept since `begin`. */
  readonly attempt: string | undefined;
  /** The session that it had when it came back. */
  readonly sessionToken: string | undefined;
  readonly address: string;
  /** As the list of sessions shows it. */
  readonly browser: string;
}

export interface Arrived {
  readonly member: Member;
  /** Of the session that began; undefined where one went on. */
  readonly sessionToken: string | undefined;
  /** Path of the dashboard to go on at. */
  readonly next: string;
}

export function createProviderSignIn({
  db,
  clock,
  logger,
  secretBox,
  identities,
  invitations,
  sessions,
  provider,
}: {
  readonly db: DatabaseConnection;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Seals what the browser keeps. */
  readonly secretBox: SecretBox;
  readonly identities: Identities;
  readonly invitations: Invitations;
  readonly sessions: Sessions;
  readonly provider: IdentityProvider | undefined;
}): ProviderSignIn {
  const attempts = createSignInAttempts({ secretBox, clock });
  const configured = (): IdentityProvider => {
    if (provider === undefined) throw new NoIdentityProvider();
    return provider;
  };
  /** What went wrong at the provider is for the person to see in short and for the operator with its reasons. */
  const logged = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof AppError) {
        logger.warn({ code: error.facts.code, reasons: messagesOf(error) }, 'sign-in by the provider failed');
      }
      throw error;
    }
  };
  const memberFor = (purpose: Purpose, identity: Identity) => {
    switch (purpose.kind) {
      case 'sign-in':
        return identities.signIn(identity);
      case 'connect':
        return identities.connect({ memberId: purpose.memberId, identity });
      case 'join': {
        const email = verifiedEmail(identity);
        return invitations.accept({ token: purpose.token, email, name: identity.name ?? email, identity });
      }
    }
  };
  const memberOf = async (token: string | undefined) =>
    token === undefined ? undefined : (await sessions.find(token))?.member.id;

  return {
    async begin(purpose) {
      // Before the way to the provider, so that nobody walks it for a link that is used up.
      if (purpose.kind === 'join') await invitations.roleOf(purpose.token);
      const { url, checks } = await logged(configured().begin());
      return { url, attempt: attempts.seal({ purpose, checks }) };
    },
    async finish({ query, attempt, sessionToken, address, browser }) {
      const { checks, purpose } = attempts.open(attempt);
      // Else whoever sits down at a browser that somebody left could connect their identity with that person's account.
      if (purpose.kind === 'connect' && (await memberOf(sessionToken)) !== purpose.memberId) {
        throw new SignInInterrupted('you were signed out in the meantime');
      }
      await countSignInAttempt(db, clock, { address });
      const identity = await logged(configured().finish(query, checks));
      const member = await memberFor(purpose, identity);
      if (purpose.kind === 'connect') return { member, sessionToken: undefined, next: '/account' };
      const next = purpose.kind === 'sign-in' ? (purpose.next ?? '/') : '/';
      return { member, sessionToken: await sessions.start({ memberId: member.id, browser }), next };
    },
  };
}

/** From the error down to its first cause. Messages only: other fields of the library's errors hold tokens and claims. */
function messagesOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...messagesOf(error.cause)] : [];
}
