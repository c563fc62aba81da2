import type { ShareLink } from '../../contract/shared-view.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { ShareLinkRow } from '../../db/schema.ts';
import type { Authenticator } from '../../http/authenticator.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { hashSecretToken, newSecretToken } from '../../kernel/secret-token.ts';
import { ProjectNotFound } from '../../projects/errors.ts';
import { ShareLinkNotFound } from '../errors.ts';
import { factsOf, listViews, prepareView, removeView, type NewView, type OfProject } from './named-views.ts';

/**
 * Links with which anybody may read the numbers of one project, and nothing else, until they are revoked. The token in them is known
 * once, when the link is made; only its hash is kept.
 */
export interface ShareLinks extends Authenticator {
  /** By name. */
  list(projectId: string): Promise<ShareLink[]>;
  /** Throws `ProjectNotFound`, `ViewNameTaken`, `TooManyViews`. */
  create(link: NewView): Promise<{ shareLink: ShareLink; url: string }>;
  /** From now on every server refuses it. Throws `ShareLinkNotFound`. */
  revoke(link: OfProject): Promise<void>;
  /** The project that the token in the header is for; undefined where it is none of ours. */
  projectOf(authorization: string | undefined): Promise<{ projectId: string; actor: string } | undefined>;
}

const mark = 'dw_share_';

export function createShareLinks({
  db,
  clock,
  publicUrl,
}: {
  db: DatabaseConnection;
  clock: Clock;
  publicUrl: string;
}): ShareLinks {
  const projectOf: ShareLinks['projectOf'] = async (authorization) => {
    const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (token?.startsWith(mark) !== true) return undefined;
    const row = await db
      .selectFrom('share_links')
      .select(['id', 'project_id'])
      .where('token_hash', '=', hashSecretToken(token))
      .executeTakeFirst();
    return row && { projectId: row.project_id, actor: `share:${row.id}` };
  };
  return {
    projectOf,
    async authenticate({ header, method }) {
      const link = method === 'GET' || method === 'HEAD' ? await projectOf(header('authorization')) : undefined;
      return (
        link && {
          actor: link.actor,
          canSee: (projectId) => projectId === link.projectId,
          notFound: (projectId) => new ProjectNotFound(projectId),
          has: (scope) => scope === 'analytics:read',
          addressAllowed: true,
        }
      );
    },
    list: async (projectId) => (await listViews(db, 'share_links', projectId)).map(factsOf),
    create: (link) =>
      db.transaction().execute(async (transaction) => {
        await prepareView(transaction, 'share_links', link);
        const now = clock.now();
        const token = `${mark}${newSecretToken()}`;
        const row: ShareLinkRow = {
          id: newId('shr', now),
          project_id: link.projectId,
          name: link.name,
          search: link.search,
          created_by: link.by,
          created_at: now,
          token_hash: hashSecretToken(token),
        };
        await transaction.insertInto('share_links').values(row).execute();
        await recordAudit(transaction, clock, {
          projectId: link.projectId,
          actor: link.by,
          action: 'share.create',
          target: row.id,
          details: { name: row.name },
        });
        // Behind `#` it reaches no server, so that none can log it.
        const search = row.search === '' ? '' : `?${row.search}`;
        return { shareLink: factsOf(row), url: `${publicUrl}/shared${search}#${token}` };
      }),
    async revoke(link) {
      const isRevoked = await removeView(db, clock, { ...link, table: 'share_links', action: 'share.revoke' });
      if (!isRevoked) throw new ShareLinkNotFound(link.id);
    },
  };
}

/** Whoever has a key or a session, or a link. A request with a token of a link is judged by that alone. */
export function orShareLink(nextAuthenticator: Authenticator, links: ShareLinks): Authenticator {
  return {
    authenticate: async (request) =>
      (await links.authenticate(request)) ?? (await nextAuthenticator.authenticate(request)),
  };
}
