import { codeHostCredentials, credentialSecretName, credentialSecretPrefix } from '../contract/code-host.ts';
import { credentialSecrets } from './credentials.ts';
import type { ProjectStore } from './project-store.ts';
import { requireProject } from './require-project.ts';

/**
 * Stores one secret under its name. One that is a credential for the code host is checked as the credentials of a new
 * project are. Throws `ProjectNotFound` and `InvalidRequest`.
 */
export function createStoreSecret({
  store,
}: {
  store: Pick<ProjectStore, 'get' | 'setSecret'>;
}): ProjectStore['setSecret'] {
  return async (id, name, value, actor) => {
    // Whatever its name is, what should not be there may go.
    if (value === undefined || !name.startsWith(credentialSecretPrefix)) return store.setSecret(id, name, value, actor);
    const schema = codeHostCredentials[(await requireProject(store, id)).codeHost];
    const field = Object.keys(schema.shape).find((each) => credentialSecretName(each) === name);
    const secrets = credentialSecrets(schema, { [field ?? name.slice(credentialSecretPrefix.length)]: value });
    return store.setSecret(id, name, secrets[name], actor);
  };
}
