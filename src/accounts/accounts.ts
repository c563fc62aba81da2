import type { DatabaseConnection } from '../db/open-database.ts';
import type { Clock } from '../kernel/clock.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { createMembers, type Members } from './members.ts';
import { createIdentities, type Identities, type IdentitiesOptions } from './oidc/identities.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** Who may use the dashboard: its members, how they come in and where they are signed in. */
export interface Accounts {
  readonly members: Members;
  readonly identities: Identities;
  readonly invitations: Invitations;
  readonly sessions: Sessions;
  /** The link to print at start while there is no owner; the token stands behind `#`, which no server log sees. */
  setUpLink(publicUrl: string): Promise<string | undefined>;
}

export interface AccountsOptions {
  readonly db: DatabaseConnection;
  readonly clock: Clock;
  /** Who may come in how; without it by password and invitation alone. */
  readonly signIn?: Pick<IdentitiesOptions, 'passwords' | 'emailDomains'>;
}

const byPassword = { passwords: true, emailDomains: [] };

export function createAccounts({ db, clock, signIn = byPassword }: AccountsOptions): Accounts {
  const invitations = createInvitations({ db, clock });
  return {
    members: createMembers({ db, clock }),
    identities: createIdentities({ db, clock, passwords: signIn.passwords, emailDomains: signIn.emailDomains }),
    invitations,
    sessions: createSessions({ db, clock }),
    async setUpLink(publicUrl) {
      const token = await invitations.createSetUpToken();
      return token === undefined ? undefined : `${publicUrl.replace(/\/$/, '')}/set-up#${token}`;
    },
  };
}
