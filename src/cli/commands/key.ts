import type { Command } from 'commander';
import { scopeSchema } from '../../contract/scope.ts';
import { addProjectOption, chooseProject, type ProjectOption } from '../choose-project.ts';
import { CommandInputInvalid } from '../errors.ts';
import { examples } from '../examples.ts';
import { print, table } from '../print.ts';
import { commandLineActor, withDataDirectory } from '../with-data-directory.ts';
import type { ApiKey } from '../../contract/api-key.ts';
import { counted } from '../../kernel/counted.ts';
import type { RotatedKey } from '../../projects/rotate-master-key.ts';
import { terminal } from '../terminal.ts';

interface KeyCreateOptions extends ProjectOption {
  readonly name: string;
  readonly scope: readonly string[];
  readonly expires: string;
  readonly allow: readonly string[];
  readonly ingest?: true;
  readonly json?: true;
}

const repeat = (value: string, before: readonly string[]) => [...before, value];

/** `docwright key create|list|revoke`. */
export function addKeyCommand(program: Command): void {
  const key = program.command('key').description('keys for the HTTP API');

  addProjectOption(key.command('create').description('create a key; it is shown only once'))
    .requiredOption('--name <name>', 'name, such as ci')
    .option('--scope <scope>', `${scopeSchema.options.join(', ')}; repeatable; default: all but ingest`, repeat, [])
    .option('--expires <days>', 'number of days such as 90d, or none', '90d')
    .option('--allow <cidr>', 'IP address or network allowed to use it; repeatable; default: any', repeat, [])
    .option('--ingest', "create a key that can only send visits, for a site's configuration")
    .option('--json', 'print {"key": ..., "apiKey": {...}}')
    .addHelpText(
      'after',
      `
Examples:
  $ docwright key create --project Docs --name ci --scope agent:write --scope agent:read --expires 30d
  $ docwright key create --project Docs --name edge --ingest --expires none
  $ export DOCWRIGHT_API_KEY=$(docwright key create --project Docs --name me --json | jq -r .key)`,
    )
    .action(async (options: KeyCreateOptions) => {
      const scopes = options.scope.map(readScope);
      const expiresInDays = readExpiry(options.expires);
      const created = await withDataDirectory(async (application) => {
        const { id } = await chooseProject(application.projects, options);
        return application.projects.keys.create(
          id,
          {
            name: options.name,
            kind: options.ingest === true ? 'ingest' : 'admin',
            ...(scopes.length > 0 && { scopes }),
            expiresInDays,
            allowlist: [...options.allow],
          },
          commandLineActor,
        );
      });
      print(options.json, created, () => created.key);
      if (options.json !== true) terminal.say(describeNewKey(created.apiKey));
    });

  addProjectOption(key.command('list').description("list a project's keys, without their secrets"))
    .option('--json', 'print an array of key objects')
    .addHelpText('after', examples('docwright key list --project Docs'))
    .action(async ({ json, ...options }: ProjectOption & { json?: true }) => {
      const keys = await withDataDirectory(async (application) =>
        application.projects.keys.list((await chooseProject(application.projects, options)).id),
      );
      const head = ['id', 'name', 'kind', 'scopes', 'last used', 'expires'];
      print(json, keys, () => (keys.length === 0 ? 'No keys yet.' : table(head, keys.map(describeKey))));
    });

  key
    .command('revoke')
    .description('revoke a key; every server rejects it within two seconds')
    .argument('<id>', 'key id from `key list`')
    .option('--json', 'print {"revoked": id}')
    .addHelpText('after', examples('docwright key revoke key_01m7yk4ampm1qn47dpwt7c3w2m'))
    .action(async (id: string, { json }: { json?: true }) => {
      await withDataDirectory(({ projects }) => projects.keys.revoke(id, commandLineActor));
      print(json, { revoked: id }, () => `Revoked ${id}.`);
    });

  key
    .command('rotate-master')
    .description('encrypt everything stored under a new master key, while servers run')
    .option('--json', 'print {"formerId", "keyId", "encrypted", "unreadable", "formerKeyFile"}')
    .addHelpText(
      'after',
      `
Makes a new master.key and keeps the former one beside it, because older backups need it. If the key comes
from DOCWRIGHT_MASTER_KEY, restart every process with the new key in DOCWRIGHT_NEXT_MASTER_KEY first, and
give it to this command too. If the command is interrupted, run it again: it continues.
${examples('docwright key rotate-master')}`,
    )
    .action(async ({ json }: { json?: true }) => {
      const rotated = await withDataDirectory(async (application) => {
        const rotation = application.rotateMasterKey(commandLineActor);
        for (;;) {
          const step = await rotation.next();
          if (step.done === true) return step.value;
          terminal.say(step.value);
        }
      });
      print(json, rotated, () => describeRotation(rotated));
    });
}

function describeRotation({ formerId, keyId, encrypted, unreadable, formerKeyFile }: RotatedKey): string {
  return [
    `The master key has the id ${keyId} now and opens ${counted(encrypted, 'stored secret')}.`,
    ...(unreadable.length === 0
      ? []
      : [`An earlier key encrypted these, so store them again: ${unreadable.join(', ')}.`]),
    `Backups made before need the former key, with the id ${formerId}.`,
    formerKeyFile === undefined
      ? 'Now restart every process with the new key in DOCWRIGHT_MASTER_KEY and without DOCWRIGHT_NEXT_MASTER_KEY.'
      : `It was kept as ${formerKeyFile}: move it to where you keep copies of keys.`,
  ].join('\n');
}

/** Shown beside a new key, by whichever command made it. */
export function describeNewKey({ expiresAt }: Pick<ApiKey, 'expiresAt'>): string {
  const end = expiresAt === null ? 'It does not expire.' : `It expires on ${expiresAt.slice(0, 10)}.`;
  return `Store this key now: it is shown only once. ${end}`;
}

function describeKey({ id, name, kind, scopes, lastUsedAt, expiresAt }: ApiKey): string[] {
  return [id, name, kind, scopes.join(' '), lastUsedAt ?? 'never', expiresAt?.slice(0, 10) ?? 'never'];
}

function readScope(text: string) {
  const scope = scopeSchema.safeParse(text);
  if (scope.success) return scope.data;
  throw new CommandInputInvalid('--scope', `unknown scope ${text}; use ${scopeSchema.options.join(', ')}.`);
}

/** Days, or null for a key that does not expire. */
function readExpiry(text: string): number | null {
  if (text === 'none') return null;
  const days = /^(\d{1,4})d?$/.exec(text)?.[1];
  if (days === undefined)
    throw new CommandInputInvalid('--expires', `use a number of days such as 90d, or none, not ${text}.`);
  return Number(days);
}
