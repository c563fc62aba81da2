import { z } from '@hono/zod-openapi';
import { recordAudit } from '../audit-log/record-audit.ts';
import { githubAppSchema, type GithubApp } from '../contract/github-app.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { sealStored, serverSecretContext } from '../db/sealed-texts.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { hashSecretToken, newSecretToken } from '../kernel/secret-token.ts';

/** A person who was sent to GitHub to create an App, and has not come back yet. */
const pendingSchema = z.object({
  stateHash: z.string(),
  organization: z.string().optional(),
  actor: z.string(),
  expiresAt: z.number(),
});
export type PendingApp = Pick<z.infer<typeof pendingSchema>, 'organization' | 'actor'>;

/** Names of server secrets. */
const appName = 'github-app';
const pendingName = 'github-app-pending';
/** As long as GitHub keeps the code. */
const patience = duration.hour;

/** The GitHub App of this server, encrypted like all secrets, and the one attempt to connect one. */
export interface GithubAppStore {
  /** Throws `StoredSecretUnreadable`. */
  readonly read: () => Promise<GithubApp | undefined>;
  /** Makes a state, which replaces any earlier one. */
  begin(pending: PendingApp): Promise<string>;
  /** Whom this state was made for, if it was not used or replaced and an hour has not passed. */
  find(state: string): Promise<PendingApp | undefined>;
  /** The same, once: of several at the same time, one gets it. */
  take(state: string): Promise<PendingApp | undefined>;
  connect(app: GithubApp, actor: string): Promise<void>;
  /** False if there was none. */
  disconnect(actor: string): Promise<boolean>;
}

export function createGithubAppStore({
  db,
  secretBox,
  clock,
}: {
  db: DatabaseConnection;
  secretBox: SecretBox;
  clock: Clock;
}): GithubAppStore {
  const readSecret = async (name: string) => {
    const query = db.selectFrom('server_secrets').select('sealed').where('name', '=', name);
    const row = await query.executeTakeFirst();
    if (row === undefined) return undefined;
    return { ...row, value: JSON.parse(secretBox.open(row.sealed, serverSecretContext(name))) as unknown };
  };
  const write = (name: string, value: object | undefined, audit?: { action: string; actor: string; target: string }) =>
    db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('server_secrets').where('name', '=', name).execute();
      if (value !== undefined) {
        const sealed = await sealStored(transaction, secretBox, JSON.stringify(value), serverSecretContext(name));
        await transaction.insertInto('server_secrets').values({ name, sealed, updated_at: clock.now() }).execute();
      }
      if (audit !== undefined) await recordAudit(transaction, clock, { projectId: null, ...audit });
    });
  const readPending = async (state: string) => {
    const secret = await readSecret(pendingName);
    const pending = pendingSchema.safeParse(secret?.value).data;
    if (secret === undefined || pending === undefined || pending.expiresAt <= clock.now()) return undefined;
    return pending.stateHash === hashSecretToken(state) ? { ...pending, sealed: secret.sealed } : undefined;
  };
  const read = async () => {
    const secret = await readSecret(appName);
    return secret && githubAppSchema.parse(secret.value);
  };
  return {
    read,
    async begin(pending) {
      const state = newSecretToken();
      const stateHash = hashSecretToken(state);
      await write(pendingName, { ...pending, stateHash, expiresAt: clock.now() + patience });
      return state;
    },
    find: readPending,
    async take(state) {
      const pending = await readPending(state);
      if (pending === undefined) return undefined;
      const taking = db.deleteFrom('server_secrets').where('name', '=', pendingName);
      const { numDeletedRows } = await taking.where('sealed', '=', pending.sealed).executeTakeFirst();
      return numDeletedRows === 1n ? pending : undefined;
    },
    connect: (app, actor) => write(appName, app, { action: 'github_app.connect', actor, target: app.slug }),
    async disconnect(actor) {
      const app = await read();
      if (app === undefined) return false;
      await write(appName, undefined, { action: 'github_app.disconnect', actor, target: app.slug });
      return true;
    },
  };
}
