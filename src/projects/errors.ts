import { defineError } from '../kernel/app-error.ts';

export const ProjectNameTaken = defineError(
  {
    code: 'project_name_taken',
    status: 409,
    title: 'Another project has this name',
    remedy: 'Choose another name, or rename or remove the other project.',
  },
  (name: string) => ({
    message: `There is already a project named ${JSON.stringify(name)}.`,
    details: [{ field: 'name', message: 'taken' }],
  }),
);

export const ApiKeyNotFound = defineError(
  {
    code: 'api_key_not_found',
    status: 404,
    title: 'There is no such key',
    remedy: {
      settings: 'Reload the page: the list shows the keys there are.',
      otherwise: '`docwright key list` shows the keys of a project with their ids.',
    },
  },
  (id: string) => `There is no key with the id ${JSON.stringify(id.slice(0, 64))}.`,
);

export const MasterKeyInvalid = defineError(
  {
    code: 'master_key_invalid',
    status: 500,
    title: 'The master key cannot be used',
    remedy:
      'Bring back the key that the data was encrypted with, from where you keep its copy. For new data give 32 bytes in base64, as `openssl rand -base64 32` prints them.',
  },
  (source: string) => `The master key in ${source} is not 32 bytes in base64.`,
);

export const MasterKeyExposed = defineError(
  {
    code: 'master_key_exposed',
    status: 500,
    title: 'Other users of the machine can read the master key',
    remedy: 'Take the rights away with `chmod 600` on the file named in the message, then start again.',
  },
  (file: string, mode: number) => `${file} has mode 0${mode.toString(8)}: others than its owner may use it.`,
);

const keyLost =
  'A backup has it, or the note that was made of it. If it is lost for good, `docwright lost master-key --yes` gives up what it encrypted.';

export const MasterKeyMissing = defineError(
  {
    code: 'master_key_missing',
    status: 500,
    title: 'The master key is missing',
    remedy: `Bring the file back, or set DOCWRIGHT_MASTER_KEY if the key used to come from there; processes over one PostgreSQL all need the same. ${keyLost}`,
  },
  /** `wanted`: the id of the key, if it was kept. */
  (file: string, wanted?: string) =>
    `${file} is missing, and ${wanted === undefined ? 'a key encrypted' : `the key with the id ${wanted} belongs to`} what is stored.`,
);

export const MasterKeyExchanged = defineError(
  {
    code: 'master_key_exchanged',
    status: 500,
    title: 'This is not the master key of this data',
    remedy: `Bring back the key of this data; processes over one PostgreSQL all need the same. ${keyLost}`,
  },
  /** `wanted`: the id of the right key, if it was kept. */
  (source: string, found: string, wanted: string | undefined) => {
    const other = wanted === undefined ? 'another one encrypted' : `the one with the id ${wanted} belongs to`;
    return `The key in ${source} has the id ${found}, and ${other} what is stored.`;
  },
);

export const MasterKeyNotLost = defineError(
  {
    code: 'master_key_not_lost',
    status: 409,
    title: 'The master key is there',
    remedy: 'Set DOCWRIGHT_DATA_DIR to the data directory whose key is lost. Nothing was given up.',
  },
  (source: string) => `The key in ${source} opens what is stored here.`,
);

export const MasterKeyUnreadable = defineError(
  {
    code: 'master_key_unreadable',
    status: 500,
    title: 'This user may not read the master key',
    remedy: 'Run the command as the user who runs the server.',
  },
  (file: string, cause: unknown) => ({ message: `${file} belongs to another user, or may not be read.`, cause }),
);

export const ContextRepositoryUnreadable = defineError(
  {
    code: 'context_repository_unreadable',
    status: 422,
    title: 'A context repository cannot be read',
    remedy:
      'Check its address and branch, and that the credentials of the project may read it: context repositories are reached on the code host of the project, with what it is reached with.',
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
    title: 'No such project',
    remedy: {
      api: 'Check the id. A key sees only the project it was created for; `GET /v1/projects` shows it.',
      cli: 'Check the id or name: `docwright project list` shows the projects of the data directory.',
      settings: 'It may have been removed. Open **Projects** to see those there are.',
      otherwise: 'Check the id or name of the project.',
    },
  },
  (idOrName: string) => `There is no project ${JSON.stringify(idOrName.slice(0, 100))}.`,
);
