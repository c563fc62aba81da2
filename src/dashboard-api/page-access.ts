import type { Context } from 'hono';
import type { Role } from '../contract/account.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { SessionCookie } from '../accounts/session-cookie.ts';
import type { Sessions, SignedIn } from '../accounts/sessions.ts';

const mayChange: readonly Role[] = ['owner', 'editor'];

/** Access to pages that the server renders itself, such as local pull requests. */
export interface PageAccess {
  /**
   * True when the member may do this in the project (viewers only read), false when there is no such project, and the
   * way to the sign-in page for everybody else. Forms of these pages bring their own proof against forged requests.
   */
  readonly authorize: (context: Context, projectId: string) => Promise<boolean | Response>;
  /** Who acts, for commits; undefined when nobody is signed in. */
  readonly personOf: (context: Context) => Promise<{ name: string; email: string } | undefined>;
}

export function createPageAccess({
  db,
  sessions,
  cookie,
}: {
  readonly db: DatabaseConnection;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
}): PageAccess {
  const find = async (context: Context): Promise<SignedIn | undefined> => {
    const token = cookie.read((name) => context.req.header(name));
    return token === undefined ? undefined : sessions.find(token);
  };
  return {
    async authorize(context, projectId) {
      const signedIn = await find(context);
      const isReading = context.req.method === 'GET';
      if (signedIn === undefined) {
        if (!isReading) return context.text('Your session has ended. Sign in, then try again.', 401);
        return context.redirect(`/sign-in?next=${encodeURIComponent(context.req.path)}`, 303);
      }
      if (!isReading && !mayChange.includes(signedIn.member.role)) {
        return context.text('Viewers only read. Ask an owner for the role of an editor.', 403);
      }
      const project = await db.selectFrom('projects').select('id').where('id', '=', projectId).executeTakeFirst();
      return project !== undefined;
    },
    async personOf(context) {
      const signedIn = await find(context);
      return signedIn && { name: signedIn.member.name, email: signedIn.member.email };
    },
  };
}
