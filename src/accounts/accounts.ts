import type { DatabaseConnection } from '../db/open-database.ts';
import type { BackgroundWork } from '../kernel/background-work.ts';
import type { Clock, DeletionTime } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { createMembers, type Members } from './members.ts';
import { PasswordSignInOff } from './oidc/errors.ts';
import { createIdentities, type IdentitiesOptions } from './oidc/identities.ts';
import { createIdentityProvider, type IdentityProviderOptions } from './oidc/identity-provider.ts';
import { createProviderSignIn, type ProviderSignIn } from './oidc/provider-sign-in.ts';
import { attemptSeconds } from './oidc/sign-in-attempts.ts';
import { createMailPasswordReset, noNotices, type MailPasswordReset, type Notices } from './mail-password-reset.ts';
import { createPasswordResets, type PasswordResets } from './password-resets.ts';
import { createSessions, type Sessions } from './sessions.ts';

export type { Sessions, SignedIn } from './sessions.ts';

/** Who may use the dashboard: its members, how they come in and where they are signed in. */
export interface Accounts {
  readonly members: Members;
  readonly invitations: Invitations;
  readonly passwordResets: PasswordResets;
  /** Mails a link to the member of this address, if there is one. Throws `RateLimited` and `PasswordResetNotMailed`. */
  readonly mailPasswordReset: MailPasswordReset;
  /** Sends a mail of the server itself. Throws what its mail server says, without the password. */
  readonly sendNotice: Notices['send'];
  readonly sessions: Sessions;
  /** The way to the identity provider and back. */
  readonly providerSignIn: ProviderSignIn & {
    /** Longest that the way may take. */
    readonly seconds: number;
  };
  readonly signInWays: () => Promise<SignInWays>;
  /** Throws `PasswordSignInOff`. */
  requirePasswords(): void;
  /** The link to print at start while there is no owner; the token stands behind `#`, which no server log sees. */
  setUpLink(url: string): Promise<string | undefined>;
}

/** What the sign-in page offers: a password, the identity provider of that name, or both. */
export interface SignInWays {
  readonly passwords: boolean;
  readonly providerName: string | null;
  /** Whether whoever forgot the password can have a link mailed. */
  readonly resetsByMail: boolean;
}

export interface AccountsOptions {
  readonly db: DatabaseConnection;
  readonly clock: Clock;
  readonly deletionTime?: DeletionTime | undefined;
  readonly logger: Logger;
  /** Seals what the browser keeps while it is at the identity provider. */
  readonly secretBox: SecretBox;
  readonly publicUrl: string;
  /** Without it no link is mailed. */
  readonly notices?: Notices;
  readonly work?: BackgroundWork | undefined;
  /** Who may come in how; without it by password and invitation alone. */
  readonly signIn?: Pick<IdentitiesOptions, 'passwords' | 'emailDomains'> & {
    readonly provider: Omit<IdentityProviderOptions, 'publicUrl'> | undefined;
  };
}

const byPassword = { passwords: true, emailDomains: [], provider: undefined };

export function createAccounts(options: AccountsOptions): Accounts {
  const { db, clock, logger, secretBox, publicUrl, signIn = byPassword } = options;
  const { passwords, emailDomains } = signIn;
  const passwordResets = createPasswordResets({ db, clock });
  const notices = options.notices ?? noNotices;
  const invitations = createInvitations({ db, clock });
  const sessions = createSessions({ db, clock, deletionTime: options.deletionTime });
  const identities = createIdentities({ db, clock, passwords, emailDomains });
  const provider = signIn.provider && createIdentityProvider({ ...signIn.provider, publicUrl });
  return {
    members: createMembers({ db, clock }),
    invitations,
    passwordResets,
    mailPasswordReset: createMailPasswordReset({ ...options, passwordResets, notices }),
    sendNotice: notices.send,
    sessions,
    providerSignIn: {
      ...createProviderSignIn({ db, clock, logger, secretBox, identities, invitations, sessions, provider }),
      seconds: attemptSeconds,
    },
    signInWays: async () => ({
      passwords,
      providerName: provider?.name ?? null,
      resetsByMail: passwords && (await notices.canSend()),
    }),
    requirePasswords() {
      if (!passwords) throw new PasswordSignInOff();
    },
    async setUpLink(url) {
      const token = await invitations.createSetUpToken();
      return token === undefined ? undefined : `${url.replace(/\/$/, '')}/set-up#${token}`;
    },
  };
}
