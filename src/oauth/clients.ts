import { z } from '@hono/zod-openapi';
import { clientMetadataSchema } from '../contract/oauth.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { duration, type Clock, type DeletionTime } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { createClientDocuments, isDocumentAddress, type ReadDocument } from './client-documents.ts';
import { OAuthRefused } from './errors.ts';
import { editorSchemes, isSafeRedirectUri } from './redirect-uri.ts';

export interface OAuthClient {
  readonly id: string;
  /** As it calls itself: one short line without hidden characters. */
  readonly name: string;
  /** Address of its document, without the scheme; null for one that registered itself. */
  readonly document: string | null;
  readonly redirectUris: readonly string[];
}

export type OAuthClients = ReturnType<typeof createClients>;

/** Registrations that nobody connected yet and that are kept; the oldest make room. */
const mostUnused = 1_000;
const unusedLife = duration.day;
/** How long a client is known after its last grant has ended: programs keep the id that they registered. */
const knownLife = 365 * duration.day;

/** The clients that may ask for access: those with a document of their own, and those that registered here. */
export function createClients({
  db,
  clock,
  deletionTime,
  clientDocuments,
  readDocument = createClientDocuments(),
}: {
  db: DatabaseConnection;
  clock: Clock;
  deletionTime: DeletionTime;
  clientDocuments: boolean;
  readDocument?: ReadDocument;
}) {
  const unused = () => db.selectFrom('oauth_clients').select('id').where('connected_at', 'is', null);
  const registered = (id: string) =>
    /^client_[0-9a-z]{26}$/.test(id)
      ? db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()
      : undefined;
  return {
    /** Whether it may still ask for tokens. */
    isKnown: async (id: string) => isDocumentAddress(id) || (await registered(id)) !== undefined,

    /** Throws `OAuthRefused`. */
    async find(id: string): Promise<OAuthClient> {
      if (isDocumentAddress(id)) {
        if (!clientDocuments)
          throw new OAuthRefused(
            'invalid_client',
            'This server reads no documents of clients (DOCWRIGHT_CLIENT_DOCUMENTS).',
          );
        const { client_name, redirect_uris } = await readDocument(id);
        const redirectUris = redirect_uris.filter(isSafeRedirectUri);
        return {
          id,
          name: nameOf(client_name) || new URL(id).host,
          document: id.slice('https://'.length),
          redirectUris,
        };
      }
      if (/^https?:/i.test(id))
        throw new OAuthRefused(
          'invalid_client',
          'A `client_id` that is an address must be HTTPS, with a path, in its usual form.',
        );
      const row = await registered(id);
      if (row === undefined) throw new OAuthRefused('invalid_client', 'This client is not registered here any more.');
      const redirectUris = z.array(z.string()).parse(JSON.parse(row.redirect_uris));
      return { id, name: row.name, document: null, redirectUris };
    },

    /** Dynamic registration of a public client (RFC 7591). Throws `OAuthRefused`. */
    async register(input: unknown): Promise<OAuthClient> {
      const metadata = clientMetadataSchema.safeParse(input).data;
      if (metadata === undefined)
        throw new OAuthRefused(
          'invalid_client_metadata',
          '`redirect_uris` must be a list of 1 to 20 URIs, and `client_name` text.',
        );
      const redirectUris = metadata.redirect_uris.filter(isSafeRedirectUri);
      if (redirectUris.length === 0)
        throw new OAuthRefused(
          'invalid_redirect_uri',
          `No redirect URI is HTTPS, on the loopback interface, or of the schemes ${editorSchemes.join(' ')}.`,
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
      const isForgotten = db
        .selectFrom('oauth_clients')
        .select('id')
        .where('connected_at', '<', (deletionTime() ?? 0) - knownLife);
      for (const forgotten of [isOld, isForgotten])
        await db.deleteFrom('oauth_clients').where('id', 'in', forgotten.forUpdate().skipLocked()).execute();
      const row = { id: newId('client', now), name: nameOf(metadata.client_name) || 'Unnamed client', created_at: now };
      await db
        .insertInto('oauth_clients')
        .values({ ...row, redirect_uris: JSON.stringify(redirectUris), connected_at: null })
        .execute();
      return { id: row.id, name: row.name, document: null, redirectUris };
    },
  };
}

/** Whatever it calls itself, in one line of at most 80 characters that are all seen; empty without a letter or digit. */
function nameOf(text: string | null | undefined): string {
  const visible = (text ?? '').replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?<=\p{M}{2})\p{M}/gu, '');
  return /[\p{L}\p{N}]/u.test(visible)
    ? visible
        .trim()
        .slice(0, 80)
        .replace(/[\uD800-\uDBFF]$/, '')
    : '';
}
