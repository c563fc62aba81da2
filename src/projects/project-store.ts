import { z } from '@hono/zod-openapi';
import { sql, type Kysely } from 'kysely';
import {
  codeHostCredentials,
  codeHostKindSchema,
  credentialSecretPrefix,
  type CodeHostKind,
} from '../contract/code-host.ts';
import {
  newProjectSchema,
  projectChangesSchema,
  projectSettingsSchema,
  type NewProject,
  type Project,
  type ProjectChanges,
} from '../contract/project.ts';
import { mailPasswordSecret } from '../contract/weekly-mail.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { isTaken } from '../db/is-taken.ts';
import type { Database, ProjectRow } from '../db/schema.ts';
import { projectSecretContext, sealStored } from '../db/sealed-texts.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { recordAudit, type AuditEntry } from '../audit-log/record-audit.ts';
import { refuseHalfCredentials } from './credentials.ts';
import { ProjectChanged, ProjectNameTaken, ProjectNotFound } from './errors.ts';
import { checkNewSettings, mergeSettings, renameFormer } from './merge-settings.ts';
import { parseInput } from './parse-input.ts';

/** What is stored of a project once its repository is there and its code host known. */
export type ConnectedProject = NewProject & { readonly codeHost: CodeHostKind };

/** Secrets to store, by name; what is undefined is removed. */
export type SecretChanges = Readonly<Record<string, string | undefined>>;

export interface UpdateOptions {
  readonly secrets?: SecretChanges;
  /** `updatedAt` of the project that the changes were made for. */
  readonly expected?: string | undefined;
}

/**
 * Projects with their settings and secrets. `actor` is who did it, for the audit log. Whatever changes, a project never
 * keeps half of what its code host is reached with: that is `InvalidRequest`.
 */
export interface ProjectStore {
  /** Throws what `create` would throw, and does nothing. */
  check(input: ConnectedProject): Promise<void>;
  /** The project with its first secrets, by name. Throws `InvalidRequest` or `ProjectNameTaken`. */
  create(input: ConnectedProject, actor: string, secrets?: SecretChanges): Promise<Project>;
  get(id: string): Promise<Project | undefined>;
  getByName(name: string): Promise<Project | undefined>;
  /** Oldest first. */
  list(): Promise<Project[]>;
  /**
   * Secrets are for the server they were given for: with another kind of code host its credentials are removed, with another
   * mail server its password. Throws `ProjectNotFound`, `InvalidRequest`, `ProjectNameTaken`, and `ProjectChanged` unless the project has
   * still the `updatedAt` that `options` expects. Credentials are stored by the
   * names of their `secrets`.
   */
  update(id: string, changes: ProjectChanges, actor: string, options?: UpdateOptions): Promise<Project>;
  /** Removes the project with its jobs, keys and secrets. Throws `ProjectNotFound`. */
  remove(id: string, actor: string): Promise<void>;
  /** Stores a secret encrypted, or with `undefined` removes it. Throws `ProjectNotFound`. */
  setSecret(id: string, name: string, value: string | undefined, actor: string): Promise<void>;
  /** Throws `StoredSecretUnreadable` when the master key is not the one the secret was stored with. */
  getSecret(id: string, name: string): Promise<string | undefined>;
  secretNames(id: string): Promise<string[]>;
  /** By name, those whose names begin with `prefix`. Throws `StoredSecretUnreadable`. */
  getSecrets(id: string, prefix?: string): Promise<Record<string, string>>;
}

export function createProjectStore(options: {
  db: DatabaseConnection;
  secretBox: SecretBox;
  clock: Clock;
  /** What each kind of code host is reached with. */
  credentials?: Readonly<Record<CodeHostKind, z.ZodObject>>;
}): ProjectStore {
  const { db, secretBox, clock, credentials = codeHostCredentials } = options;

  async function find(column: 'id' | 'name', value: string): Promise<Project | undefined> {
    const row = await db.selectFrom('projects').selectAll().where(column, '=', value).executeTakeFirst();
    return row === undefined ? undefined : toProject(row);
  }

  /** Runs one change and its audit entry in one transaction. */
  async function change<Result>(entry: AuditEntry, work: (transaction: Kysely<Database>) => Promise<Result>) {
    return db.transaction().execute(async (transaction) => {
      const result = await work(transaction);
      await recordAudit(transaction, clock, entry);
      return result;
    });
  }

  async function writeSecrets(
    transaction: Kysely<Database>,
    { id, codeHost }: Pick<Project, 'id' | 'codeHost'>,
    secrets: SecretChanges,
    actor: string,
  ): Promise<void> {
    if (Object.keys(secrets).length === 0) return;
    for (const [name, value] of Object.entries(secrets)) {
      await transaction.deleteFrom('project_secrets').where('project_id', '=', id).where('name', '=', name).execute();
      if (value !== undefined) {
        const sealed = await sealStored(transaction, secretBox, value, projectSecretContext(id, name));
        const row = { project_id: id, name, sealed, updated_at: clock.now() };
        await transaction.insertInto('project_secrets').values(row).execute();
      }
      const action = value === undefined ? 'project.secret.remove' : 'project.secret.set';
      await recordAudit(transaction, clock, { projectId: id, actor, action, target: name });
    }
    refuseHalfCredentials(credentials[codeHost], await namesOf(transaction, id));
  }

  async function namesOf(on: Kysely<Database>, id: string): Promise<string[]> {
    const query = on.selectFrom('project_secrets').select('name').where('project_id', '=', id).orderBy('name');
    return (await query.execute()).map((row) => row.name);
  }

  return {
    async check(input) {
      const { name } = parseInput(newProjectSchema, input);
      if ((await find('name', name)) !== undefined) throw new ProjectNameTaken(name);
    },

    async create(input, actor, secrets = {}) {
      const project = parseInput(newProjectSchema, input);
      checkNewSettings(project.settings);
      const now = clock.now();
      const row: ProjectRow = {
        id: newId('prj', now),
        name: project.name,
        code_host: input.codeHost,
        repository_url: project.repositoryUrl,
        base_branch: project.baseBranch,
        docs_folder: project.docsFolder,
        model: project.model,
        settings: JSON.stringify(renameFormer(input.settings ?? {})),
        created_at: now,
        updated_at: now,
      };
      const entry = { projectId: row.id, actor, action: 'project.create', target: row.id, details: { name: row.name } };
      await change(entry, async (transaction) => {
        await transaction.insertInto('projects').values(row).execute().catch(refuseTaken(row.name));
        await writeSecrets(transaction, toProject(row), secrets, actor);
      });
      return toProject(row);
    },

    get: (id) => find('id', id),
    getByName: (name) => find('name', name),

    async list() {
      const rows = await db.selectFrom('projects').selectAll().orderBy('id').execute();
      return rows.map(toProject);
    },

    async update(id, input, actor, { secrets = {}, expected } = {}) {
      const changes = parseInput(projectChangesSchema, input);
      const changed = pathsOf(changes).filter((path) => !path.startsWith('credentials'));
      const entry = {
        projectId: id,
        actor,
        action: 'project.update',
        target: id,
        details: { changed },
      };
      return db.transaction().execute(async (transaction) => {
        const row = await lockProject(transaction, id);
        if (expected !== undefined && Date.parse(expected) !== row.updated_at) {
          const { actors, paths } = await changesSince(transaction, id, Date.parse(expected));
          throw new ProjectChanged(actors, paths);
        }
        // No two versions share a time, whatever the clock does.
        const now = Math.max(clock.now(), row.updated_at + 1);
        const updated: ProjectRow = {
          ...row,
          name: changes.name ?? row.name,
          code_host: changes.codeHost ?? row.code_host,
          repository_url: changes.repositoryUrl ?? row.repository_url,
          base_branch: changes.baseBranch === undefined ? row.base_branch : changes.baseBranch,
          docs_folder: changes.docsFolder ?? row.docs_folder,
          model: changes.model === undefined ? row.model : changes.model,
          settings: JSON.stringify(mergeSettings(row.settings, changes.settings ?? {})),
          updated_at: now,
        };
        const update = transaction.updateTable('projects').set(updated).where('id', '=', id).execute();
        await update.catch(refuseTaken(updated.name));
        const project = toProject(updated);
        const onlySecrets = changed.length === 0 && Object.keys(secrets).length > 0;
        if (!onlySecrets) await recordAudit(transaction, { now: () => now }, entry);
        const isOutdated = givenForAnotherServer(toProject(row), project);
        const outdated = (await namesOf(transaction, id)).filter(isOutdated);
        const withoutOutdated = Object.fromEntries(outdated.map((name): [string, undefined] => [name, undefined]));
        await writeSecrets(transaction, project, { ...withoutOutdated, ...secrets }, actor);
        return project;
      });
    },

    async remove(id, actor) {
      await change({ projectId: id, actor, action: 'project.remove', target: id }, async (transaction) => {
        const { numDeletedRows } = await transaction.deleteFrom('projects').where('id', '=', id).executeTakeFirst();
        if (numDeletedRows === 0n) throw new ProjectNotFound(id);
      });
    },

    async setSecret(id, name, value, actor) {
      await db.transaction().execute(async (transaction) => {
        const project = toProject(await lockProject(transaction, id));
        await writeSecrets(transaction, project, { [name]: value }, actor);
      });
    },

    async getSecret(id, name) {
      const row = await db
        .selectFrom('project_secrets')
        .select('sealed')
        .where('project_id', '=', id)
        .where('name', '=', name)
        .executeTakeFirst();
      return row === undefined ? undefined : secretBox.open(row.sealed, projectSecretContext(id, name));
    },

    secretNames: (id) => namesOf(db, id),

    async getSecrets(id, prefix = '') {
      const query = db.selectFrom('project_secrets').select(['name', 'sealed']).where('project_id', '=', id);
      const matchingRows = (await query.execute()).filter(({ name }) => name.startsWith(prefix));
      return Object.fromEntries(
        matchingRows.map(({ name, sealed }) => [name, secretBox.open(sealed, projectSecretContext(id, name))]),
      );
    },
  };
}

/** Where the values of an object stand, such as `settings.analytics.goals`. */
function pathsOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? pathsOf(inner, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );
}

/** Who changed a project after a time, and what, as the audit log has it. */
async function changesSince(
  db: Kysely<Database>,
  id: string,
  time: number,
): Promise<{ actors: string[]; paths: string[] }> {
  const entries = await db
    .selectFrom('audit_log')
    .leftJoin('members', (join) => join.on(sql`'member:' || members.id`, '=', sql.ref('audit_log.actor')))
    .select(['actor', 'name', 'details'])
    .where('project_id', '=', id)
    .where('action', '=', 'project.update')
    .where('at', '>', time)
    .orderBy('audit_log.id')
    .execute();
  const changed = entries.flatMap(({ details }) => changedFields.safeParse(JSON.parse(details)).data?.changed ?? []);
  return {
    actors: [...new Set(entries.map(({ actor, name }) => name ?? actor))],
    paths: [...new Set(changed)],
  };
}

const changedFields = z.object({ changed: z.array(z.string()) });

/** The project, which stays as it is for the rest of the transaction. Throws `ProjectNotFound`. */
async function lockProject(transaction: Kysely<Database>, id: string): Promise<ProjectRow> {
  const row = await transaction.selectFrom('projects').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw new ProjectNotFound(id);
  return row;
}

/**
 * Which secrets, by name, were given for a server that the project speaks with no more. No other one may get them: whoever
 * changes an address could read with it what is never shown.
 */
function givenForAnotherServer(before: Project, after: Project): (name: string) => boolean {
  const mailHost = before.settings.weeklyMail.host;
  return (name) =>
    (after.codeHost !== before.codeHost && name.startsWith(credentialSecretPrefix)) ||
    (mailHost !== null && after.settings.weeklyMail.host !== mailHost && name === mailPasswordSecret);
}

/** The name is the only thing of a project that no other one may have, but its id. */
function refuseTaken(name: string): (thrown: unknown) => never {
  return (thrown) => {
    throw isTaken(thrown) ? new ProjectNameTaken(name) : thrown;
  };
}

function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    codeHost: codeHostKindSchema.parse(row.code_host),
    repositoryUrl: row.repository_url,
    baseBranch: row.base_branch,
    docsFolder: row.docs_folder,
    model: row.model,
    settings: projectSettingsSchema.parse(JSON.parse(row.settings)),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
