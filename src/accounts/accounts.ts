import type { DatabaseConnection } from '../db/open-database.ts';
import type { Clock } from '../kernel/clock.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { createMembers, type Members } from './members.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** Who may use the dashboard: its members, how they come in and where they are signed in. */
export interface Accounts {
  readonly members: Members;
  readonly invitations: Invitations;
  readonly sessions: Sessions;
  /** The link to print at start while there is no owner; the token stands behind `#`, which no server log sees. */
  setUpLink(publicUrl: string): Promise<string | undefined>;
}

export function createAccounts({ db, clock }: { db: DatabaseConnection; clock: Clock }): Accounts {
  const invitations = createInvitations({ db, clock });
  return {
    members: createMembers({ db, clock }),
    invitations,
    sessions: createSessions({ db, clock }),
    async setUpLink(publicUrl) {
      const token = await invitations.createSetUpToken();
      return token === undefined ? undefined : `${publicUrl.replace(/\/$/, '')}/set-up#${token}`;
    },
  };
}
