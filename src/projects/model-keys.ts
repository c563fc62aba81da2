import { z } from '@hono/zod-openapi';
import { recordAudit } from '../audit-log/record-audit.ts';
import { headerTokenSchema } from '../contract/code-host.ts';
import { modelKeySecretPrefix, type ModelKeyProvider, type ModelKeys } from '../contract/model-key.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { sealStored, serverSecretContext } from '../db/sealed-texts.ts';
import type { Clock } from '../kernel/clock.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { parseInput } from './parse-input.ts';
import type { ProjectStore } from './project-store.ts';

/** Keys for models that owners store; those in the environment of the server go before them. */
export interface StoredModelKeys {
  /** Those of a project, and else those of the server. Throws `StoredSecretUnreadable`. */
  modelKeys(projectId: string): Promise<ModelKeys>;
  /** Those of the server alone. Throws `StoredSecretUnreadable`. */
  serverModelKeys(): Promise<ModelKeys>;
  /** Undefined removes it. Throws `InvalidRequest`. */
  setServerModelKey(provider: ModelKeyProvider, value: string | undefined, actor: string): Promise<void>;
}

const keySchema = z.strictObject({ value: headerTokenSchema });

export function createModelKeys({
  db,
  secretBox,
  clock,
  store,
}: {
  db: DatabaseConnection;
  secretBox: SecretBox;
  clock: Clock;
  store: Pick<ProjectStore, 'getSecrets'>;
}): StoredModelKeys {
  const serverModelKeys = async (): Promise<ModelKeys> => {
    const rows = await db.selectFrom('server_secrets').select(['name', 'sealed']).execute();
    const keys = rows.filter(({ name }) => name.startsWith(modelKeySecretPrefix));
    return byProvider(keys.map(({ name, sealed }) => [name, secretBox.open(sealed, serverSecretContext(name))]));
  };
  return {
    serverModelKeys,
    async modelKeys(projectId) {
      const projectKeys = await store.getSecrets(projectId, modelKeySecretPrefix);
      return { ...(await serverModelKeys()), ...byProvider(Object.entries(projectKeys)) };
    },
    async setServerModelKey(provider, value, actor) {
      const name = `${modelKeySecretPrefix}${provider}`;
      const key = value === undefined ? undefined : parseInput(keySchema, { value }).value;
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('server_secrets').where('name', '=', name).execute();
        if (key !== undefined) {
          const sealed = await sealStored(transaction, secretBox, key, serverSecretContext(name));
          await transaction.insertInto('server_secrets').values({ name, sealed, updated_at: clock.now() }).execute();
        }
        const action = key === undefined ? 'server.secret.remove' : 'server.secret.set';
        await recordAudit(transaction, clock, { projectId: null, actor, action, target: name });
      });
    },
  };
}

function byProvider(secrets: readonly (readonly [name: string, value: string])[]): ModelKeys {
  return Object.fromEntries(secrets.map(([name, key]) => [name.slice(modelKeySecretPrefix.length), key]));
}
