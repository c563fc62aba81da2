import { defineError } from '../kernel/app-error.ts';

export const ProjectNameTaken = defineError(
  {
    code: 'project_name_taken',
    status: 409,
    title: 'Project name already in use',
    remedy: 'Choose another name, or rename or delete the other project.',
  },
  (name: string) => ({
    message: `A project named ${JSON.stringify(name)} already exists.`,
    details: [{ field: 'name', message: 'taken' }],
  }),
);

export const ProjectChanged = defineError(
  {
    code: 'project_changed',
    status: 412,
    title: 'Project changed in between',
    remedy: {
      settings: 'Compare your changes with the current settings, then save again.',
      otherwise: 'Read the project again, and send the change with its new `updatedAt` in `If-Match`.',
    },
  },
  (actors: readonly string[], changed: readonly string[]) => ({
    message: `${actors.length === 0 ? 'Someone' : actors.join(', ')} changed the project after it was read.`,
    details: changed.map((field) => ({ field, message: 'changed in between' })),
  }),
);

export const ApiKeyNotFound = defineError(
  {
    code: 'api_key_not_found',
    status: 404,
    title: 'Unknown key',
    remedy: {
      settings: 'Reload the page to see the current keys.',
      otherwise: "Run `docwright key list` to see the project's keys and their ids.",
    },
  },
  (id: string) => `There is no key with the id ${JSON.stringify(id.slice(0, 64))}.`,
);

export const MasterKeyInvalid = defineError(
  {
    code: 'master_key_invalid',
    status: 500,
    title: 'Invalid master key',
    remedy:
      'Restore your copy of the key that encrypted the data. For new data, use 32 bytes in base64, as printed by `openssl rand -base64 32`.',
  },
  (source: string) => `The master key in ${source} is not 32 bytes in base64.`,
);

export const MasterKeyExposed = defineError(
  {
    code: 'master_key_exposed',
    status: 500,
    title: 'Master key readable by other users',
    remedy: 'Run `chmod 600` on the file named in the message, then start again.',
  },
  (file: string, mode: number) => `${file} has mode 0${mode.toString(8)}, so users other than its owner can use it.`,
);

const keyLost =
  'Look for it in a backup or wherever you keep its copy. If it is lost for good, `docwright lost master-key --yes` gives up what it encrypted.';

export const MasterKeyMissing = defineError(
  {
    code: 'master_key_missing',
    status: 500,
    title: 'Master key missing',
    remedy: `Restore the file, or set DOCWRIGHT_MASTER_KEY if the key came from there. All processes on one PostgreSQL database need the same key. ${keyLost}`,
  },
  /** `wanted`: the id of the key, if it was kept. */
  (file: string, expectedId?: string) =>
    `${file} is missing, but the stored data is encrypted${expectedId === undefined ? '' : ` with the key with id ${expectedId}`}.`,
);

export const MasterKeyExchanged = defineError(
  {
    code: 'master_key_exchanged',
    status: 500,
    title: 'Wrong master key',
    remedy: `Restore the key that encrypted this data. All processes on one PostgreSQL database need the same key. ${keyLost}`,
  },
  /** `wanted`: the id of the right key, if it was kept. */
  (source: string, actualId: string, expectedId: string | undefined) => {
    const dataKey = expectedId === undefined ? 'another one encrypted' : `the one with the id ${expectedId} belongs to`;
    return `The key in ${source} has the id ${actualId}, and ${dataKey} what is stored.`;
  },
);

export const NextMasterKeyMissing = defineError(
  {
    code: 'next_master_key_missing',
    status: 409,
    title: 'New master key missing',
    remedy:
      'Set DOCWRIGHT_NEXT_MASTER_KEY to a new key, as printed by `openssl rand -base64 32`, for every process and for this command.',
  },
  () => 'The master key comes from DOCWRIGHT_MASTER_KEY, and there is no other key to change to.',
);

export const MasterKeyNotLost = defineError(
  {
    code: 'master_key_not_lost',
    status: 409,
    title: 'Master key not lost',
    remedy: 'Nothing was given up. To give up a lost key, set DOCWRIGHT_DATA_DIR to its data directory.',
  },
  (source: string) => `The key in ${source} decrypts the stored data.`,
);

export const MasterKeyUnreadable = defineError(
  {
    code: 'master_key_unreadable',
    status: 500,
    title: 'No permission to read the master key',
    remedy: "Run the command as the server's user.",
  },
  (file: string, cause: unknown) => ({ message: `${file} belongs to another user or is not readable.`, cause }),
);

export const ContextRepositoryUnreadable = defineError(
  {
    code: 'context_repository_unreadable',
    status: 422,
    title: 'Context repository not readable',
    remedy:
      "Check its URL and branch, and that the project's credentials can read it. Context repositories use the project's code host and credentials.",
  },
  /** `reason` is a sentence of the code host, which holds no secret. */
  (index: number, url: string, reason: string) => ({
    message: `The context repository ${url} cannot be read: ${reason}`,
    details: [{ field: `settings.contextRepositories.${index}.url`, message: reason }],
  }),
);

export const ProjectNotFound = defineError(
  {
    code: 'project_not_found',
    status: 404,
    title: 'Unknown project',
    remedy: {
      api: 'Check the id. A key can access only its own project, which `GET /v1/projects` shows.',
      cli: 'Check the id or name. `docwright project list` shows the projects in the data directory.',
      settings: 'It may have been deleted. Open **Projects** to see all projects.',
      otherwise: 'Check the id or name of the project.',
    },
  },
  (idOrName: string) => `There is no project ${JSON.stringify(idOrName.slice(0, 100))}.`,
);

export const WebhooksUnsupported = defineError(
  {
    code: 'webhooks_unsupported',
    status: 422,
    title: 'No webhooks on this code host',
    remedy: 'This project needs no webhook: Docwright already knows the state of its pull requests.',
  },
  (host: string) => `The code host "${host}" sends no webhooks.`,
);

export const WebhookMissing = defineError(
  {
    code: 'webhook_missing',
    status: 409,
    title: 'No webhook set up',
    remedy: 'Run `docwright webhook create` first.',
  },
  () => 'The project has no webhook secret.',
);

export const GithubAppConnected = defineError(
  {
    code: 'github_app_connected',
    status: 409,
    title: 'GitHub App already connected',
    remedy: {
      settings: 'Disconnect it first.',
      otherwise: 'Run `docwright github disconnect` first.',
    },
  },
  (name: string) => `This server has the GitHub App ${name}.`,
);

/** Also of a state that another attempt replaced. */
export const GithubAppStateUnknown = defineError(
  {
    code: 'github_app_state_unknown',
    status: 400,
    title: 'Link to connect GitHub expired',
    remedy: {
      settings: 'Open the Server page and connect the GitHub App again.',
      otherwise: 'Run `docwright github connect` again, or press "Connect GitHub App" on the Server page.',
    },
  },
  () => 'The link was used before, is older than an hour, or was replaced by a newer one.',
);
