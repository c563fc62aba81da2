import { z } from '@hono/zod-openapi';
import {
  codeHostCredentials,
  credentialSecretName,
  credentialSecretPrefix,
  headerTokenSchema,
} from '../contract/code-host.ts';
import { modelKeyProviderSchema, modelKeySecretPrefix } from '../contract/model-key.ts';
import { credentialSecrets } from './credentials.ts';
import { parseInput } from './parse-input.ts';
import type { ProjectStore } from './project-store.ts';
import { requireProject } from './require-project.ts';

const modelKeySchema = z.strictObject({ name: modelKeyProviderSchema, value: headerTokenSchema });

/**
 * Stores one secret under its name. One that is a credential for the code host is checked as the credentials of a new
 * project are, and a key for models must be of a provider that has keys. Throws `ProjectNotFound` and `InvalidRequest`.
 */
export function createStoreSecret({
  store,
}: {
  store: Pick<ProjectStore, 'get' | 'setSecret'>;
}): ProjectStore['setSecret'] {
  return async (id, name, value, actor) => {
    // Whatever its name is, what should not be there may go.
    if (value === undefined) return store.setSecret(id, name, value, actor);
    if (name.startsWith(modelKeySecretPrefix)) {
      const key = { name: name.slice(modelKeySecretPrefix.length), value };
      return store.setSecret(id, name, parseInput(modelKeySchema, key).value, actor);
    }
    if (!name.startsWith(credentialSecretPrefix)) return store.setSecret(id, name, value, actor);
    const schema = codeHostCredentials[(await requireProject(store, id)).codeHost];
    const field = Object.keys(schema.shape).find((each) => credentialSecretName(each) === name);
    const secrets = credentialSecrets(schema, { [field ?? name.slice(credentialSecretPrefix.length)]: value });
    return store.setSecret(id, name, secrets[name], actor);
  };
}
