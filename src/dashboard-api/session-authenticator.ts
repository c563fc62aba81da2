import type { Member } from '../contract/account.ts';
import { scopesOf, type Scope } from '../contract/scope.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Sessions } from '../accounts/accounts.ts';
import type { Authenticator } from '../http/authenticator.ts';
import { memberActor } from '../audit-log/record-audit.ts';
import { ProjectNotFound } from '../projects/errors.ts';
import { dashboardHeader, isSameOrigin, type SessionCookie } from './session-cookie.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The session of the dashboard as proof of identity for the public endpoints; changes must come from the dashboard. */
export function createSessionAuthenticator({
  db,
  sessions,
  cookie,
  publicUrl,
}: {
  readonly db: DatabaseConnection;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly publicUrl: string;
}): Authenticator {
  return {
    async authenticate({ header, method }) {
      const token = cookie.read(header);
      if (token === undefined) return undefined;
      const fromDashboard = header(dashboardHeader) !== undefined && isSameOrigin(header, publicUrl);
      if (!safeMethods.has(method) && !fromDashboard) return undefined;
      const signedIn = await sessions.find(token);
      if (signedIn === undefined) return undefined;
      const projects = await db.selectFrom('projects').select('id').execute();
      return toPrincipal(signedIn.member, new Set(projects.map(({ id }) => id)));
    },
  };
}

/** Members see every project of this server. */
function toPrincipal(member: Member, projectIds: ReadonlySet<string>) {
  return {
    actor: memberActor(member.id),
    person: { name: member.name, email: member.email },
    canSee: (projectId: string) => projectIds.has(projectId),
    notFound: (projectId: string) => new ProjectNotFound(projectId),
    has: (scope: Scope) => scopesOf[member.role].includes(scope),
    addressAllowed: true,
  };
}
