import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql, SqliteAdapter } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/git-fixture.ts';
import { startGithubDouble } from '../../test/github-double.ts';
import { codeHostsIn } from '../codehost/code-hosts.fixture.ts';
import type { NewProject } from '../contract/project.ts';
import { onEveryDatabase, type TestDatabase } from '../db/every-database.fixture.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { InvalidRequest } from '../http/errors.ts';
import { createManualClock } from '../kernel/clock.ts';
import { createLogger } from '../kernel/logger.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { createProjects, type Projects } from './projects.ts';

onEveryDatabase((open) => {
  let folder: ReturnType<typeof temporaryFolder>;
  let isSqlite: boolean;
  let database: TestDatabase;
  let db: DatabaseConnection;
  let projects: Projects;
  let source: string;
  const log: string[] = [];
  let requireSandbox: () => Promise<void>;

  beforeEach(async () => {
    folder = temporaryFolder();
    source = join(folder.path, 'my-docs');
    writeFiles(source, { 'index.md': '# Docs\n' });
    database = await open();
    ({ db } = database);
    isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    requireSandbox = () => Promise.resolve();
    projects = openProjects();
  });
  afterEach(async () => {
    await stopFailing();
    await database.close();
    folder.remove();
    log.length = 0;
  });

  function openProjects(codeHosts = codeHostsIn(join(folder.path, 'data'))): Projects {
    return createProjects({
      publicUrl: 'http://docwright.test',
      forgetVisits: () => Promise.resolve(),
      sandbox: { requireAvailable: () => requireSandbox() },
      db,
      secretBox: createSecretBox(Buffer.alloc(32, 1)),
      clock: createManualClock(Date.UTC(2026, 0, 1)),
      codeHosts,
      logger: createLogger({ level: 'info', redact: (line) => line, destination: { write: (line) => log.push(line) } }),
    });
  }

  const repositories = (): string[] => {
    const home = join(folder.path, 'data', 'repositories');
    return existsSync(home) ? readdirSync(home) : [];
  };
  async function rows(): Promise<Record<string, number>> {
    const counted: Record<string, number> = {};
    for (const table of ['projects', 'project_secrets', 'audit_log'] as const) {
      counted[table] = (await db.selectFrom(table).selectAll().execute()).length;
    }
    return counted;
  }

  it('makes the repository usable, tries it, and reaches it for jobs', async () => {
    const project = await projects.create({ name: 'My docs', repositoryUrl: source, check: true }, 'cli');
    expect(project).toMatchObject({
      codeHost: 'local',
      repositoryUrl: 'local:my-docs',
    });
    const { codeHost, repository } = await projects.connect(project.id);
    expect(await codeHost.preflight(repository, AbortSignal.timeout(10_000))).toMatchObject({ defaultBranch: 'main' });
    await expect(projects.connect('prj_none')).rejects.toMatchObject({ facts: { code: 'project_not_found' } });
  });

  it('stores credentials with the project, after trying them', async () => {
    const double = await startGithubDouble();
    try {
      projects = openProjects(
        codeHostsIn(join(folder.path, 'data'), { github: { url: double.apiUrl, token: undefined } }),
      );
      const wanted = { name: 'Docs', repositoryUrl: double.repositoryUrl, check: true };
      for (const credentials of [{}, { token: double.readOnlyToken }, { token: 'ghp_wrong' }] as Record<
        string,
        string
      >[]) {
        await expect(projects.create({ ...wanted, credentials }, 'cli')).rejects.toMatchObject({
          facts: { status: 422 },
        });
      }
      expect(await rows()).toEqual({ projects: 0, project_secrets: 0, audit_log: 0 });
      const { id } = await projects.create({ ...wanted, credentials: { token: double.token } }, 'cli');
      expect(await projects.getSecret(id, 'code-host-token')).toBe(double.token);
      expect(await rows()).toEqual({ projects: 1, project_secrets: 1, audit_log: 2 });
      const { codeHost, repository } = await projects.connect(id);
      await expect(codeHost.preflight(repository, AbortSignal.timeout(10_000))).resolves.toMatchObject({
        baseBranch: 'main',
      });
    } finally {
      await double.close();
    }
  });

  it.each<[string, Partial<NewProject>]>([
    ['credentials.user', { credentials: { user: 'me', token: 'x' } }],
    ['credentials.token', { credentials: { token: ' ' } }],
  ])('names what it is not reached with: %s', async (field, fault) => {
    const wanted = { name: 'Docs', repositoryUrl: 'https://github.com/acme/docs', ...fault };
    await expect(projects.create(wanted, 'cli')).rejects.toMatchObject({
      facts: { code: 'invalid_request' },
      details: [expect.objectContaining({ field })],
    });
  });

  it('checks credentials alike by whatever entrance they come, and changes all that is sent or nothing', async () => {
    const wanted = { name: 'Docs', repositoryUrl: 'https://github.com/acme/docs', credentials: { token: 'first' } };
    const { id } = await projects.create(wanted, 'cli');
    const unknown = { facts: { code: 'invalid_request' }, details: [{ field: 'credentials.user' }] };
    const before = await rows();
    await expect(projects.update(id, { name: 'New', credentials: { user: 'me' } }, 'cli')).rejects.toMatchObject(
      unknown,
    );
    await expect(projects.setSecret(id, 'code-host-user', 'me', 'cli')).rejects.toMatchObject(unknown);
    await expect(projects.setSecret(id, 'code-host-token', ' ', 'cli')).rejects.toThrow(/`credentials.token` must not/);
    expect(await projects.get(id)).toMatchObject({ name: 'Docs' });
    expect(await rows()).toEqual(before);

    await projects.setSecret(id, 'code-host-token', ' second ', 'cli');
    expect(await projects.getSecret(id, 'code-host-token')).toBe('second');
    await projects.update(id, { credentials: { token: 'third' } }, 'cli');
    expect(await projects.getSecrets(id)).toEqual({ 'code-host-token': 'third' });
    await projects.update(id, { name: 'New', credentials: { token: null } }, 'cli');
    expect(await projects.getSecrets(id)).toEqual({});
    // Two of the project, and one of each secret that was stored or removed.
    expect((await rows())['audit_log']).toBe((before['audit_log'] ?? 0) + 4);
  });

  it('gives a project that moves to another code host the credentials for that one in the same change', async () => {
    const { id } = await projects.create({ name: 'Docs', repositoryUrl: source }, 'cli');
    const move = { codeHost: 'github', repositoryUrl: 'https://github.com/acme/docs' } as const;
    await expect(projects.setSecret(id, 'code-host-token', 'x', 'cli')).rejects.toThrow(/needs none/);
    await projects.update(id, { ...move, credentials: { token: 'of-github' } }, 'cli');
    expect(await projects.getSecrets(id, 'code-host-')).toEqual({ 'code-host-token': 'of-github' });
  });

  /** A fault at one step of the way; what cannot be undone by a transaction is the repository. */
  const faults: readonly [step: string, prepare: () => Promise<unknown>, wanted?: Partial<NewProject>][] = [
    ['reading the wish', () => Promise.resolve(), { docsFolder: '../outside' }],
    ['telling the code host', () => Promise.resolve(), { repositoryUrl: 'https://git.example.com/docs' }],
    [
      'checking the name',
      () => projects.create({ name: 'Docs', repositoryUrl: 'https://github.com/acme/docs' }, 'cli'),
      { name: 'Docs' },
    ],
    [
      'copying the repository',
      () => {
        rmSync(join(source, 'index.md'));
        mkdirSync(join(source, 'empty'));
        return Promise.resolve();
      },
    ],
    ['trying the repository', () => Promise.resolve(), { check: true, baseBranch: 'nowhere' }],
    ['storing the project', () => failOnInsert('projects')],
    ['writing the audit log', () => failOnInsert('audit_log')],
  ];
  const failOnInsert = async (table: string) => {
    const fails = isSqlite
      ? `CREATE TRIGGER fault BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'disk on fire'); END`
      : `CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk on fire'; END $$;
       CREATE TRIGGER fault BEFORE INSERT ON ${table} EXECUTE FUNCTION fault()`;
    await sql.raw(fails).execute(db);
  };
  /** The next test may be given the same database. */
  const stopFailing = async () => {
    if (!isSqlite) await sql.raw('DROP FUNCTION IF EXISTS fault CASCADE').execute(db);
  };

  it.each(faults)('leaves nothing behind after a fault at %s', async (_step, prepare, wanted = {}) => {
    await prepare();
    const before = await rows();
    await expect(projects.create({ name: 'My docs', repositoryUrl: source, ...wanted }, 'cli')).rejects.toThrow();
    expect(repositories()).toEqual([]);
    expect(await rows()).toEqual(before);
    expect(log).toEqual([]);
  });

  it('touches no repository for a name that is taken', async () => {
    await projects.create({ name: 'Docs', repositoryUrl: 'https://github.com/acme/docs' }, 'cli');
    const taken = { facts: { code: 'project_name_taken' }, details: [{ field: 'name', message: 'taken' }] };
    await expect(projects.create({ name: 'Docs', repositoryUrl: '/nowhere' }, 'cli')).rejects.toMatchObject(taken);
  });

  it('opens the code host with its own credentials only, at the branch of the project', async () => {
    const { github, ...others } = codeHostsIn(folder.path);
    const opened: unknown[] = [];
    const open: typeof github.open = (connection) => {
      opened.push(connection);
      return github.open(connection);
    };
    projects = openProjects({ ...others, github: { ...github, open } });
    const repositoryUrl = 'https://github.com/acme/docs';
    const wanted = { name: 'Docs', repositoryUrl, baseBranch: 'next', credentials: { token: 'of-github' } };
    const { id } = await projects.create(wanted, 'cli');
    await projects.setSecret(id, 'model-key:anthropic', 'of-a-model', 'cli');
    expect((await projects.connect(id)).repository).toEqual({ url: repositoryUrl, baseBranch: 'next' });
    expect(opened).toEqual([{ projectId: id, repositoryUrl, secrets: { 'code-host-token': 'of-github' } }]);
  });

  it.each([
    ['gitea', 'ssh://git@git.example.com:2222/acme/docs.git', 'https://git.example.com/acme/docs'],
    ['gitea', 'git@git.example.com:acme/docs.git', 'https://git.example.com/acme/docs'],
    ['bitbucket', 'https://ada@bitbucket.org/acme/docs.git', 'https://bitbucket.org/acme/docs'],
    ['azure', 'https://acme@dev.azure.com/acme/app/_git/docs', 'https://dev.azure.com/acme/app/_git/docs'],
  ] as const)('stores no user name of an address that people copy from %s: %s', async (codeHost, address, stored) => {
    const { repositoryUrl } = await projects.create({ name: 'Docs', codeHost, repositoryUrl: address }, 'cli');
    expect(repositoryUrl).toBe(stored);
  });

  it.each([
    'ssh://git:secret@git.example.com/acme/docs',
    'https://token@git.example.com/acme/docs',
    'https://ada:token@bitbucket.org/acme/docs',
    'https://token@dev.azure.com/acme/app/_git/docs',
  ])('refuses credentials in %s', async (repositoryUrl) => {
    await expect(projects.create({ name: 'Docs', repositoryUrl }, 'cli')).rejects.toThrow(
      /token (?:as a secret|in the project)/,
    );
    expect(await projects.list()).toEqual([]);
  });

  it('gives a stored token to its own server only, whatever address a project changes to', async () => {
    projects = openProjects(codeHostsIn(folder.path));
    const repositoryUrl = 'https://git.example.com:3000/acme/docs';
    const wanted = { name: 'Docs', codeHost: 'gitea', repositoryUrl, credentials: { token: 'of-gitea' } } as const;
    const { id } = await projects.create(wanted, 'cli');
    await projects.update(id, { repositoryUrl: 'https://git.example.com:3000/acme/manual.git' }, 'cli');
    expect(await projects.getSecret(id, 'code-host-token')).toBe('of-gitea');
    await projects.update(id, { repositoryUrl: 'https://git.example.com/acme/docs' }, 'cli');
    expect(await projects.secretNames(id)).toEqual([]);
    const move = { repositoryUrl: 'https://evil.example/acme/docs', credentials: { token: 'for-evil' } };
    await projects.update(id, move, 'cli');
    expect(await projects.getSecret(id, 'code-host-token')).toBe('for-evil');
    const { codeHost } = await projects.connect(id);
    const elsewhere = { url: repositoryUrl, baseBranch: undefined };
    await expect(codeHost.preflight(elsewhere, AbortSignal.timeout(10_000))).rejects.toThrow(/this code host is/);
    await expect(codeHost.gitRemote(elsewhere, AbortSignal.timeout(10_000))).rejects.toThrow(/this code host is/);
  });

  it('leaves nothing of a project behind when its token cannot be stored', async () => {
    await failOnInsert('project_secrets');
    const wanted = { name: 'Docs', repositoryUrl: 'https://github.com/acme/docs', credentials: { token: 'x' } };
    await expect(projects.create(wanted, 'cli')).rejects.toThrow(/disk on fire/);
    expect(await rows()).toEqual({ projects: 0, project_secrets: 0, audit_log: 0 });
  });

  it('never takes back a repository that was there before, nor a wish that came true', async () => {
    const { repositoryUrl } = await projects.create({ name: 'My docs', repositoryUrl: source }, 'cli');
    await failOnInsert('projects');
    await expect(projects.create({ name: 'Second', repositoryUrl: 'local:my-docs' }, 'cli')).rejects.toThrow();
    await expect(projects.create({ name: 'Third', repositoryUrl }, 'cli')).rejects.toThrow();
    const path = join(folder.path, 'data', 'repositories', 'my-docs.git');
    await expect(projects.create({ name: 'Fourth', repositoryUrl: path }, 'cli')).rejects.toThrow();
    expect(repositories()).toEqual(['my-docs.git']);
  });

  it('says in the log what it could not take back, and throws what went wrong first', async () => {
    const { local, ...others } = codeHostsIn(join(folder.path, 'data'));
    const prepare: typeof local.prepare = async (wanted) => ({
      ...(await local.prepare(wanted)),
      undo: () => Promise.reject(new Error('folder in use')),
    });
    projects = openProjects({ ...others, local: { ...local, prepare } });
    await failOnInsert('projects');
    await expect(projects.create({ name: 'My docs', repositoryUrl: source }, 'cli')).rejects.toThrow(/disk on fire/);
    expect(log.join('')).toMatch(/could not be removed/);
    expect(log.join('')).toContain('local:my-docs');
  });

  it('makes another repository usable before a project changes to it, or changes nothing', async () => {
    const wanted = { name: 'Docs', repositoryUrl: 'https://github.com/acme/docs', credentials: { token: 'of-github' } };
    const { id } = await projects.create(wanted, 'cli');
    const move = { codeHost: 'local', repositoryUrl: source } as const;
    await expect(projects.update(id, { ...move, repositoryUrl: '/nowhere' }, 'cli')).rejects.toThrow(/not a folder/);
    await expect(projects.update(id, { ...move, settings: { jobPerHour: 1 } }, 'cli')).rejects.toThrow(/jobPerHour/);
    expect(repositories()).toEqual([]);
    expect(await projects.get(id)).toMatchObject({ codeHost: 'github' });

    const moved = await projects.update(id, move, 'cli');
    expect(moved).toMatchObject({ codeHost: 'local', repositoryUrl: 'local:docs' });
    // A token for one host is never shown to another.
    expect(await projects.secretNames(id)).toEqual([]);
    // The form sends everything that it shows, changed or not.
    await projects.update(id, { name: 'Renamed', codeHost: 'local', repositoryUrl: moved.repositoryUrl }, 'cli');
    expect(repositories()).toEqual(['docs.git']);
    // Not even looked at, since it stays the same.
    rmSync(join(folder.path, 'data', 'repositories', 'docs.git'), { recursive: true });
    const same = { codeHost: 'local', repositoryUrl: moved.repositoryUrl } as const;
    expect(await projects.update(id, { name: 'Again', ...same }, 'cli')).toMatchObject({ name: 'Again', ...same });
  });

  describe('a build command', () => {
    const settings = { buildCommand: 'npm run build' };
    const refusing = () => {
      requireSandbox = () =>
        Promise.reject(new InvalidRequest([{ field: 'settings.buildCommand', message: 'cannot be run' }]));
    };
    const refusal = { details: [{ field: 'settings.buildCommand' }] };

    it('is taken where it can be run', async () => {
      const project = await projects.create({ name: 'Docs', repositoryUrl: source, settings }, 'cli');
      expect(project.settings.buildCommand).toBe('npm run build');
    });

    it('is refused where it cannot, with nothing left behind', async () => {
      refusing();
      await expect(projects.create({ name: 'Docs', repositoryUrl: source, settings }, 'cli')).rejects.toMatchObject(
        refusal,
      );
      expect(repositories()).toEqual([]);
      const project = await projects.create({ name: 'Docs', repositoryUrl: source }, 'cli');
      await expect(projects.update(project.id, { settings }, 'cli')).rejects.toMatchObject(refusal);
      expect((await projects.get(project.id))?.settings.buildCommand).toBeNull();
    });

    it('that stands stays in no way of other settings, and can be taken away', async () => {
      const project = await projects.create({ name: 'Docs', repositoryUrl: source, settings }, 'cli');
      refusing();
      await projects.update(project.id, { settings: { ...settings, jobsPerHour: 7 } }, 'cli');
      await projects.update(project.id, { settings: { buildCommand: null } }, 'cli');
      expect((await projects.get(project.id))?.settings).toMatchObject({ buildCommand: null, jobsPerHour: 7 });
    });
  });

  it('tries the sandbox for commands that the agent may call, by name, only when they are new', async () => {
    const commands = { format: 'fmt "$@"' };
    const project = await projects.create({ name: 'Docs', repositoryUrl: source, settings: { commands } }, 'cli');
    requireSandbox = () => Promise.reject(new InvalidRequest([{ field: 'settings.commands', message: 'cannot run' }]));
    const update = (changes: unknown) => projects.update(project.id, { settings: { commands: changes } }, 'cli');
    await expect(update({ lint: 'lint' })).rejects.toThrow();
    await expect(update({ format: 'other' })).rejects.toThrow();
    await update({ format: ' fmt "$@" ' });
    requireSandbox = () => Promise.resolve();
    expect((await update({ lint: 'lint' })).settings.commands).toEqual({ ...commands, lint: 'lint' });
    expect((await update({ format: null })).settings.commands).toEqual({ lint: 'lint' });
    await expect(update({ 'Big Name': 'x' })).rejects.toMatchObject({ facts: { code: 'invalid_request' } });
    await expect(update({ lint: 7 })).rejects.toMatchObject({ facts: { code: 'invalid_request' } });
  });

  describe('context repositories', () => {
    const contexts = (...urls: string[]) => ({ contextRepositories: urls.map((url) => ({ url })) });
    const unreadable = (index: number) => ({
      facts: { code: 'context_repository_unreadable' },
      details: [{ field: `settings.contextRepositories.${index}.url`, message: expect.any(String) as string }],
    });

    it('are refused when they are set and cannot be read, and nothing is kept', async () => {
      const other = await projects.create({ name: 'Other', repositoryUrl: source }, 'cli');
      const settings = contexts(other.repositoryUrl, 'local:nothing');
      await expect(projects.create({ name: 'Docs', repositoryUrl: source, settings }, 'cli')).rejects.toMatchObject(
        unreadable(1),
      );
      expect(repositories()).toHaveLength(1);
      const { id } = await projects.create({ name: 'Docs', repositoryUrl: source }, 'cli');
      await expect(projects.update(id, { settings }, 'cli')).rejects.toMatchObject(unreadable(1));
      expect((await projects.require(id)).settings.contextRepositories).toEqual([]);
      await projects.update(id, { settings: contexts(other.repositoryUrl) }, 'cli');
      const branch = { contextRepositories: [{ url: other.repositoryUrl, branch: 'gone' }] };
      await expect(projects.update(id, { settings: branch }, 'cli')).rejects.toMatchObject(unreadable(0));
    });

    it('are not tried again when something else is changed, and can always be taken out', async () => {
      const other = await projects.create({ name: 'Other', repositoryUrl: source }, 'cli');
      const settings = contexts(other.repositoryUrl);
      const { id } = await projects.create({ name: 'Docs', repositoryUrl: source, settings }, 'cli');
      rmSync(join(folder.path, 'data', 'repositories'), { recursive: true });
      await projects.update(id, { settings: { ...settings, jobsPerHour: 5 } }, 'cli');
      await projects.update(id, { settings: { contextRepositories: null } }, 'cli');
      expect((await projects.require(id)).settings).toMatchObject({ jobsPerHour: 5, contextRepositories: [] });
    });
  });
});
