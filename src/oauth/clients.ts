import { clientMetadataSchema } from '../contract/oauth.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { duration, type Clock, type DeletionTime } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { createClientDocuments, isDocumentAddress, type ReadDocument } from './client-documents.ts';
import { OAuthRefused } from './errors.ts';
import { isSafeRedirectUri } from './redirect-uri.ts';

export interface OAuthClient {
  readonly id: string;
  /** As it calls itself: one short line without hidden characters. */
  readonly name: string;
  /** Who publishes its document; null for one that registered itself. */
  readonly host: string | null;
  readonly redirectUris: readonly string[];
}

export type OAuthClients = ReturnType<typeof createClients>;

/** Registrations without a grant that are kept; the oldest make room. */
const mostUnused = 1_000;
const unusedLife = duration.day;

/** The clients that may ask for access: those with a document of their own, and those that registered here. */
export function createClients({
  db,
  clock,
  deletionTime,
  readDocument = createClientDocuments(),
}: {
  db: DatabaseConnection;
  clock: Clock;
  deletionTime: DeletionTime;
  readDocument?: ReadDocument;
}) {
  const unused = () =>
    db
      .selectFrom('oauth_clients')
      .select('id')
      .where('id', 'not in', (grants) => grants.selectFrom('oauth_grants').select('client_id'));
  return {
    /** Throws `OAuthRefused`. */
    async find(id: string): Promise<OAuthClient> {
      if (isDocumentAddress(id)) {
        const { client_name, redirect_uris } = await readDocument(id);
        const { host } = new URL(id);
        const redirectUris = redirect_uris.filter(isSafeRedirectUri);
        return { id, name: nameOf(client_name) || host, host, redirectUris };
      }
      const row = await db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst();
      if (row === undefined) throw new OAuthRefused('invalid_client', 'This client is not registered here any more.');
      const redirectUris = clientMetadataSchema.shape.redirect_uris.parse(JSON.parse(row.redirect_uris));
      return { id, name: row.name, host: null, redirectUris };
    },

    /** Dynamic registration of a public client (RFC 7591). Throws `OAuthRefused`. */
    async register(input: unknown): Promise<OAuthClient> {
      const metadata = clientMetadataSchema.safeParse(input).data;
      if (metadata === undefined)
        throw new OAuthRefused(
          'invalid_client_metadata',
          '`redirect_uris` must be a list of 1 to 20 URIs, and `client_name` text.',
        );
      const unsafe = metadata.redirect_uris.find((uri) => !isSafeRedirectUri(uri));
      if (unsafe !== undefined)
        throw new OAuthRefused(
          'invalid_redirect_uri',
          `The redirect URI ${unsafe.slice(0, 200)} is neither HTTPS nor on the loopback interface.`,
        );
      const now = clock.now();
      const forgetBefore = (deletionTime() ?? 0) - unusedLife;
      const newest = unused()
        .orderBy('id', 'desc')
        .offset(mostUnused - 1)
        .limit(1);
      const surplus = await newest.executeTakeFirst();
      const isOld = unused().where((is) =>
        is.or([is('created_at', '<', forgetBefore), is('id', '<=', surplus?.id ?? '')]),
      );
      await db.deleteFrom('oauth_clients').where('id', 'in', isOld.forUpdate().skipLocked()).execute();
      const { redirect_uris } = metadata;
      const row = { id: newId('client', now), name: nameOf(metadata.client_name) || 'Unnamed client', created_at: now };
      await db
        .insertInto('oauth_clients')
        .values({ ...row, redirect_uris: JSON.stringify(redirect_uris) })
        .execute();
      return { id: row.id, name: row.name, host: null, redirectUris: redirect_uris };
    },
  };
}

/** Whatever it calls itself, in one line of at most 80 characters that are all seen. */
function nameOf(text = ''): string {
  const visible = text.replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '').trim();
  return visible.slice(0, 80).replace(/[\uD800-\uDBFF]$/, '');
}
