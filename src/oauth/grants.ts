import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { memberActor, recordAudit } from '../audit-log/record-audit.ts';
import type { Role } from '../contract/account.ts';
import { grantScopeSchema, type Grant, type GrantScope } from '../contract/oauth.ts';
import { scopesOf } from '../contract/scope.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { OAuthGrantRow } from '../db/schema.ts';
import type { Authenticator } from '../http/authenticator.ts';
import { duration, type Clock, type DeletionTime } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { hashSecretToken, newSecretToken } from '../kernel/secret-token.ts';
import { ProjectNotFound } from '../projects/errors.ts';
import type { OAuthClient } from './clients.ts';
import { GrantNotFound, OAuthRefused } from './errors.ts';
import { makeToken, readToken } from './tokens.ts';

const codeLife = duration.minute;
export const accessLife = duration.hour;
/** Without a refresh. */
const grantLife = 30 * duration.day;
/** How long the former refresh token still works, for a client that did not get the answer. */
const grace = 30 * duration.second;
/** Tokens of a grant that work at once: of answers that were lost, of calls under way, of windows of one program. */
const mostTokens = 20;

const scopesSchema = z.array(grantScopeSchema);
const hashesSchema = z.array(z.string());
const accessTokensSchema = z.array(
  z.object({ hash: z.string(), expiresAt: z.number(), scopes: z.array(grantScopeSchema) }),
);

/** Which refresh tokens work beside the new one, and which still do for a while. */
interface Refreshing {
  readonly beside: readonly string[];
  readonly former: readonly string[];
  readonly at: number | null;
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly scopes: readonly GrantScope[];
}

export interface NewGrant {
  readonly client: OAuthClient;
  readonly memberId: string;
  readonly projectId: string;
  readonly scopes: readonly GrantScope[];
  readonly redirectUri: string;
  readonly challenge: string;
}

/** Who ends a grant: a member their own, an owner any. */
export interface GrantEnd {
  readonly id: string;
  readonly memberId: string;
  readonly role: Role;
}

/** What clients may do for members, with the tokens for it: only their hashes are kept. */
export interface Grants extends Authenticator {
  /** Returns the authorization code. Throws `ProjectNotFound`. */
  create(grant: NewGrant): Promise<string>;
  /** Throws `OAuthRefused`; a code that was used ends its grant. */
  redeem(code: { code: string; clientId: string; redirectUri: string | undefined; verifier: string }): Promise<Tokens>;
  /** Throws `OAuthRefused`; a refresh token that was used ends its grant. */
  refresh(refresh: { token: string; clientId: string; scopes: readonly string[] }): Promise<Tokens>;
  /** By a token of it. Throws `OAuthRefused` when it is of another client; nothing happens when it is of none. */
  revoke(token: { token: string; clientId: string }): Promise<void>;
  /** Oldest first. */
  list(of: { projectId: string } | { memberId: string }): Promise<Grant[]>;
  /** Throws `GrantNotFound`. */
  end(grant: GrantEnd): Promise<void>;
}

export function createGrants({
  db,
  clock,
  deletionTime,
  resource,
}: {
  db: DatabaseConnection;
  clock: Clock;
  deletionTime: DeletionTime;
  resource: string;
}): Grants {
  const record = (
    transaction: DatabaseConnection,
    { id, project_id, client_name }: OAuthGrantRow,
    action: string,
    actor: string,
  ) =>
    recordAudit(transaction, clock, {
      projectId: project_id,
      actor,
      action,
      target: id,
      details: { name: client_name },
    });

  /** The grant of a token while nobody else changes it. What `work` refuses is thrown after the change is kept. */
  async function withGrant<Result>(
    token: ReturnType<typeof readToken>,
    work: (row: OAuthGrantRow, transaction: DatabaseConnection) => Promise<Result | OAuthRefused>,
  ): Promise<Result> {
    const outcome = await db.transaction().execute(async (transaction) => {
      const row =
        token &&
        (await transaction
          .selectFrom('oauth_grants')
          .selectAll()
          .where('id', '=', token.grantId)
          // Another public URL is another server to its clients.
          .where('resource', '=', resource)
          .forUpdate()
          .executeTakeFirst());
      return row === undefined ? unknownGrant() : work(row, transaction);
    });
    if (outcome instanceof OAuthRefused) throw outcome;
    return outcome;
  }

  /** Somebody has a copy of what was used: neither holder keeps access. */
  async function endReused(transaction: DatabaseConnection, row: OAuthGrantRow): Promise<OAuthRefused> {
    await transaction.deleteFrom('oauth_grants').where('id', '=', row.id).execute();
    await record(transaction, row, 'grant.reuse', 'oauth');
    return new OAuthRefused('invalid_grant', 'It was used before, so the access ended. Connect again.');
  }

  async function issue(
    transaction: DatabaseConnection,
    row: OAuthGrantRow,
    { family, refreshing, asked }: { family: string; refreshing: Refreshing; asked: readonly string[] },
  ): Promise<Tokens> {
    const now = clock.now();
    const { role } = await transaction
      .selectFrom('members')
      .select('role')
      .where('id', '=', row.member_id)
      .executeTakeFirstOrThrow();
    const scopes = scopesWithin(row, role as Role).filter((scope) => asked.length === 0 || asked.includes(scope));
    const access = makeToken('access', row.id);
    const refresh = makeToken('refresh', row.id, family);
    const alive = accessTokensOf(row).filter(({ expiresAt }) => expiresAt > now);
    const accessTokens = [{ hash: access.hash, expiresAt: now + accessLife, scopes }, ...alive].slice(0, mostTokens);
    await transaction
      .updateTable('oauth_grants')
      .set({
        family_hash: hashSecretToken(family),
        refresh_hashes: JSON.stringify([refresh.hash, ...refreshing.beside].slice(0, mostTokens)),
        former_refresh_hashes: JSON.stringify(refreshing.former),
        refreshed_at: refreshing.at,
        access_tokens: JSON.stringify(accessTokens),
        expires_at: now + grantLife,
      })
      .where('id', '=', row.id)
      .execute();
    await transaction.updateTable('oauth_clients').set({ connected_at: now }).where('id', '=', row.client_id).execute();
    return { access: access.token, refresh: refresh.token, scopes };
  }

  return {
    create: ({ client, memberId, projectId, scopes, redirectUri, challenge }) =>
      db.transaction().execute(async (transaction) => {
        const now = clock.now();
        const expired = transaction
          .selectFrom('oauth_grants')
          .select('id')
          .where('expires_at', '<=', deletionTime() ?? 0);
        await transaction.deleteFrom('oauth_grants').where('id', 'in', expired.forUpdate().skipLocked()).execute();
        const project = transaction.selectFrom('projects').select('id').where('id', '=', projectId).forShare();
        if ((await project.executeTakeFirst()) === undefined) throw new ProjectNotFound(projectId);
        const id = newId('grt', now);
        const code = makeToken('code', id);
        const row: OAuthGrantRow = {
          id,
          project_id: projectId,
          member_id: memberId,
          client_id: client.id,
          client_name: client.name,
          client_document: client.document,
          redirect_uri: redirectUri,
          resource,
          scopes: JSON.stringify([...new Set(scopes)]),
          code_hash: code.hash,
          code_challenge: challenge,
          family_hash: null,
          refresh_hashes: '[]',
          former_refresh_hashes: '[]',
          refreshed_at: null,
          access_tokens: '[]',
          expires_at: now + codeLife,
          created_at: now,
          last_used_at: null,
        };
        await transaction.insertInto('oauth_grants').values(row).execute();
        await record(transaction, row, 'grant.create', memberActor(memberId));
        return code.token;
      }),

    redeem({ code, clientId, redirectUri, verifier }) {
      const token = readToken(code);
      return withGrant(token, async (row, transaction) => {
        if (token?.kind !== 'code' || token.hash !== row.code_hash || row.client_id !== clientId) return unknownGrant();
        if (row.family_hash !== null) return endReused(transaction, row);
        if (row.expires_at <= clock.now())
          return new OAuthRefused('invalid_grant', 'The authorization code has expired. Connect again.');
        if (redirectUri !== undefined && redirectUri !== row.redirect_uri)
          return new OAuthRefused('invalid_grant', '`redirect_uri` is not that of the authorization request.');
        if (createHash('sha256').update(verifier).digest('base64url') !== row.code_challenge)
          return new OAuthRefused('invalid_grant', '`code_verifier` does not match the `code_challenge`.');
        const refreshing = { beside: [], former: [], at: null };
        return issue(transaction, row, { family: newSecretToken(), refreshing, asked: [] });
      });
    },

    refresh({ token: presented, clientId, scopes }) {
      const token = readToken(presented);
      return withGrant(token, async (row, transaction) => {
        const { family } = token ?? {};
        if (family === undefined || hashSecretToken(family) !== row.family_hash || row.client_id !== clientId)
          return unknownGrant();
        const now = clock.now();
        if (row.expires_at <= now) return unknownGrant();
        const [current, former] = [hashesIn(row.refresh_hashes), hashesIn(row.former_refresh_hashes)];
        const isOneOf = (hashes: readonly string[]) => hashes.some((hash) => hash === token?.hash);
        const isCurrent = isOneOf(current);
        const isLostAnswer = isOneOf(former) && now < (row.refreshed_at ?? 0) + grace;
        if (!isCurrent && !isLostAnswer) return endReused(transaction, row);
        if (!scopes.every((scope) => grantedScopes(row).some((granted) => granted === scope)))
          return new OAuthRefused('invalid_scope', 'The member did not grant these scopes. Ask for them anew.');
        // What windows of one program got at the same time works until one of them is used.
        const refreshing = isCurrent
          ? { beside: [], former: current, at: now }
          : { beside: current, former, at: row.refreshed_at };
        return issue(transaction, row, { family, refreshing, asked: scopes });
      });
    },

    async revoke({ token: presented, clientId }) {
      const token = readToken(presented);
      if (token === undefined) return;
      await withGrant(token, async (row, transaction) => {
        // By any refresh token that it ever had, or by its code.
        const isIts =
          token.family === undefined
            ? [row.code_hash, ...accessTokensOf(row).map(({ hash }) => hash)].includes(token.hash)
            : hashSecretToken(token.family) === row.family_hash;
        if (!isIts) return undefined;
        if (row.client_id !== clientId)
          return new OAuthRefused('invalid_client', 'The token was issued to another client.');
        await transaction.deleteFrom('oauth_grants').where('id', '=', row.id).execute();
        await record(transaction, row, 'grant.revoke', memberActor(row.member_id));
        return undefined;
      }).catch((error: unknown) => {
        // A token of no grant is as good as revoked.
        if (!(error instanceof OAuthRefused && error.fault === 'invalid_grant')) throw error;
      });
    },

    async list(of) {
      let query = db
        .selectFrom('oauth_grants')
        .selectAll()
        .where('resource', '=', resource)
        .where('family_hash', 'is not', null)
        .where('expires_at', '>', clock.now());
      query =
        'projectId' in of ? query.where('project_id', '=', of.projectId) : query.where('member_id', '=', of.memberId);
      return (await query.orderBy('id').execute()).map(toGrant);
    },

    async end({ id, memberId, role }) {
      await db.transaction().execute(async (transaction) => {
        let deletion = transaction.deleteFrom('oauth_grants').where('id', '=', id);
        if (role !== 'owner') deletion = deletion.where('member_id', '=', memberId);
        const row = await deletion.returningAll().executeTakeFirst();
        if (row === undefined) throw new GrantNotFound(id);
        await record(transaction, row, 'grant.revoke', memberActor(memberId));
      });
    },

    async authenticate({ header }) {
      const token = readToken(/^Bearer +(\S+) *$/i.exec(header('authorization') ?? '')?.[1]);
      if (token?.kind !== 'access') return undefined;
      const row = await db
        .selectFrom('oauth_grants')
        .innerJoin('members', 'members.id', 'oauth_grants.member_id')
        .selectAll('oauth_grants')
        .select(['members.role', 'members.name', 'members.email'])
        .where('oauth_grants.id', '=', token.grantId)
        .executeTakeFirst();
      const now = clock.now();
      const issued = row && accessTokensOf(row).find(({ hash }) => hash === token.hash);
      if (row === undefined || issued === undefined || issued.expiresAt <= now || row.resource !== resource)
        return undefined;
      const minute = Math.floor(now / duration.minute) * duration.minute;
      if ((row.last_used_at ?? -1) < minute)
        await db.updateTable('oauth_grants').set({ last_used_at: minute }).where('id', '=', row.id).execute();
      // A member who may do less now grants less.
      const scopes = scopesWithin(row, row.role as Role).filter((scope) => issued.scopes.includes(scope));
      return {
        actor: `grant:${row.id}`,
        person: { name: row.name, email: row.email },
        canSee: (projectId) => projectId === row.project_id,
        notFound: (projectId) => new ProjectNotFound(projectId),
        has: (scope) => scopes.some((one) => one === scope),
        addressAllowed: true,
      };
    },
  };
}

function unknownGrant(): OAuthRefused {
  return new OAuthRefused('invalid_grant', 'The code or token is unknown, has expired, or is of another client.');
}

function accessTokensOf(row: OAuthGrantRow) {
  return accessTokensSchema.parse(JSON.parse(row.access_tokens));
}

function grantedScopes(row: OAuthGrantRow): GrantScope[] {
  return scopesSchema.parse(JSON.parse(row.scopes));
}

function scopesWithin(row: OAuthGrantRow, role: Role): GrantScope[] {
  return grantedScopes(row).filter((scope) => scopesOf[role].includes(scope));
}

function hashesIn(text: string): string[] {
  return hashesSchema.parse(JSON.parse(text));
}

function toGrant(row: OAuthGrantRow): Grant {
  return {
    id: row.id,
    projectId: row.project_id,
    client: { name: row.client_name, document: row.client_document },
    memberId: row.member_id,
    scopes: grantedScopes(row),
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
  };
}
