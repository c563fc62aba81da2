import { timingSafeEqual } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import {
  apiKeyKindSchema,
  newApiKeySchema,
  type ApiKey,
  type ApiKeyKind,
  type NewApiKey,
} from '../contract/api-key.ts';
import { scopeSchema, type Scope } from '../contract/scope.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { ApiKeyRow } from '../db/schema.ts';
import type { Authenticator } from '../http/authenticator.ts';
import { isInNetworks } from '../http/address.ts';
import type { Clock } from '../kernel/clock.ts';
import { duration } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { hashApiKey, makeApiKey, readApiKey } from './api-key-format.ts';
import { createApiKeyCache } from './api-key-cache.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { ApiKeyNotFound, ProjectNotFound } from './errors.ts';
import { parseInput } from './parse-input.ts';

export interface ApiKeys extends Authenticator {
  /** The only time the key itself is known. Throws `ProjectNotFound` or `InvalidRequest`. */
  create(projectId: string, input: NewApiKey, actor: string): Promise<{ key: string; apiKey: ApiKey }>;
  /** Keys of one project, oldest first, expired ones included. */
  list(projectId: string): Promise<ApiKey[]>;
  /**
   * From now on in this process, within two seconds in every other, the key is refused. Throws `ApiKeyNotFound`, also
   * for a key of another project than the one that is named.
   */
  revoke(id: string, actor: string, projectId?: string): Promise<void>;
  /** Waits for what is still being written about the use of keys. */
  flush(): Promise<void>;
}

const defaultScopes: Record<ApiKeyKind, Scope[]> = {
  admin: ['agent:read', 'agent:write', 'analytics:read', 'analytics:write'],
  ingest: ['ingest'],
};

export function createApiKeys({ db, clock }: { db: DatabaseConnection; clock: Clock }): ApiKeys {
  const cache = createApiKeyCache({
    clock,
    load: (id) => db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst(),
  });
  const uses = new Map<string, Promise<void>>();

  /** Written at most once a minute for each key, beside the request; a write that fails is tried by the next use. */
  function noteUse(row: ApiKeyRow): void {
    const minute = Math.floor(clock.now() / duration.minute) * duration.minute;
    if ((row.last_used_at ?? -1) >= minute || uses.has(row.id)) return;
    const write = db
      .updateTable('api_keys')
      .set({ last_used_at: minute })
      .where('id', '=', row.id)
      .execute()
      .then(() => {
        row.last_used_at = minute;
      })
      .catch(() => undefined)
      .finally(() => uses.delete(row.id));
    uses.set(row.id, write);
  }

  return {
    async create(projectId, input, actor) {
      const keyInput = parseInput(newApiKeySchema, input);
      const now = clock.now();
      const id = newId('key', now);
      const { key, prefix } = makeApiKey(keyInput.kind, id.slice('key_'.length));
      const row: ApiKeyRow = {
        id,
        project_id: projectId,
        kind: keyInput.kind,
        name: keyInput.name,
        prefix,
        secret_hash: hashApiKey(key).toString('hex'),
        scopes: JSON.stringify([...new Set(keyInput.scopes ?? defaultScopes[keyInput.kind])]),
        allowlist: JSON.stringify(keyInput.allowlist),
        expires_at: keyInput.expiresInDays === null ? null : now + keyInput.expiresInDays * duration.day,
        created_by: actor,
        created_at: now,
        last_used_at: null,
      };
      await db.transaction().execute(async (transaction) => {
        const project = await transaction
          .selectFrom('projects')
          .select('id')
          .where('id', '=', projectId)
          .forShare()
          .executeTakeFirst();
        if (project === undefined) throw new ProjectNotFound(projectId);
        await transaction.insertInto('api_keys').values(row).execute();
        const details = { name: row.name, prefix };
        await recordAudit(transaction, clock, { projectId, actor, action: 'key.create', target: id, details });
      });
      return { key, apiKey: toApiKey(row) };
    },

    async list(projectId) {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('id')
        .execute();
      return rows.map(toApiKey);
    },

    async revoke(id, actor, projectId) {
      await db.transaction().execute(async (transaction) => {
        let deletion = transaction.deleteFrom('api_keys').where('id', '=', id);
        if (projectId !== undefined) deletion = deletion.where('project_id', '=', projectId);
        const row = await deletion.returningAll().executeTakeFirst();
        if (row === undefined) throw new ApiKeyNotFound(id);
        const details = { name: row.name, prefix: row.prefix };
        await recordAudit(transaction, clock, {
          projectId: row.project_id,
          actor,
          action: 'key.revoke',
          target: id,
          details,
        });
      });
      cache.forget(id);
    },

    async flush() {
      await Promise.all(uses.values());
    },

    async authenticate({ header, address }) {
      const presented = /^Bearer +(\S+) *$/i.exec(header('authorization') ?? '')?.[1];
      const parts = presented === undefined ? undefined : readApiKey(presented);
      if (presented === undefined || parts === undefined) return undefined;
      const row = await cache.find(`key_${parts.idTail}`);
      if (row === undefined || !timingSafeEqual(hashApiKey(presented), Buffer.from(row.secret_hash, 'hex')))
        return undefined;
      if (row.expires_at !== null && row.expires_at <= clock.now()) return undefined;
      noteUse(row);
      const { id, name, scopes, allowlist } = toApiKey(row);
      return {
        actor: `key:${id}`,
        name,
        canSee: (projectId) => projectId === row.project_id,
        notFound: (projectId) => new ProjectNotFound(projectId),
        has: (scope) => scopes.includes(scope),
        addressAllowed: allowlist.length === 0 || (address !== undefined && isInNetworks(address, allowlist)),
      };
    },
  };
}

// Made once: each request with a key reads them.
const scopesSchema = z.array(scopeSchema);
const allowlistSchema = z.array(z.string());

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    projectId: row.project_id,
    kind: apiKeyKindSchema.parse(row.kind),
    name: row.name,
    prefix: row.prefix,
    scopes: scopesSchema.parse(JSON.parse(row.scopes)),
    allowlist: allowlistSchema.parse(JSON.parse(row.allowlist)),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    createdBy: row.created_by,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
  };
}
