import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { GitFailed } from '../../git/errors.ts';
import { runGit } from '../../git/run-git.ts';
import { listTree } from '../../git/tree-listing.ts';
import { RepositoryAddressInvalid, RepositoryNotFound } from '../errors.ts';
import {
  LocalRepositoryElsewhere,
  LocalRepositoryExists,
  LocalRepositoryNameInvalid,
  LocalRepositorySourceInvalid,
} from './errors.ts';
import { requireCopyableSource } from './copyable-source.ts';
import { requireWholeHistory } from './whole-history.ts';
import { requireWholeRepository } from './whole-repository.ts';

export interface LocalRepository {
  readonly name: string;
  /** Absolute path of the bare repository, a remote for a person's git. */
  readonly path: string;
}

/** Bare repositories in the data directory, for people without a code host. */
export interface LocalRepositories {
  /**
   * Makes `<dataDirectory>/repositories/<name>.git` from a folder of files (one first commit) or from a git repository
   * (all its branches and tags). Throws when the name is taken, the source may not be copied, or nothing can be imported.
   *
   * An existing repository is copied once and never used in place: a job then cannot reach any path outside the data
   * directory, runs none of that repository's hooks and settings, and moves no branch under a person's working copy.
   * The copy is a plain remote: `git push <path>` brings in newer commits, `git pull <path>` takes merged ones.
   */
  create(request: { name: string; from: string }): Promise<LocalRepository>;
  list(): Promise<LocalRepository[]>;
  /** Takes back what `create` made. */
  remove(repository: LocalRepository): Promise<void>;
  /**
   * The repository that a person means by a path, a name, or `local:name`. Throws `RepositoryNotFound`, or
   * `LocalRepositoryElsewhere` where another machine may have it.
   */
  find(address: string): LocalRepository;
}

const namePattern = /^(?!.*\.(?:git|lock)$)[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/**
 * `roots` are the absolute folders below which a source may lie, or `anywhere`; without them none can be made. `isOneOfSeveral`: other machines,
 * with data directories of their own, may work over the same database.
 */
export function createLocalRepositories({
  dataDirectory,
  roots = [],
  isOneOfSeveral = false,
}: {
  dataDirectory: string;
  roots?: readonly string[] | 'anywhere';
  isOneOfSeveral?: boolean;
}): LocalRepositories {
  const home = resolve(dataDirectory, 'repositories');
  const pathOf = (name: string): string => join(home, `${name}.git`);

  return {
    create: async ({ name, from }) => {
      if (!namePattern.test(name) || name.includes('..')) throw new LocalRepositoryNameInvalid(name);
      const path = pathOf(name);
      if (existsSync(path)) throw new LocalRepositoryExists(name);
      const source = await requireCopyableSource(from, { roots, dataDirectory });
      await mkdir(home, { recursive: true, mode: 0o700 });
      // Complete before it has its name, so that an interrupted import leaves nothing that looks like a repository.
      const draft = join(home, `.${randomUUID()}`);
      try {
        await runGit(['init', '--quiet', '--bare', '--template=', '--initial-branch=main', draft], {
          gitDirectory: draft,
        });
        const gitDirectory = gitDirectoryOf(source);
        if (gitDirectory === undefined) await importFolder(draft, source, from);
        else {
          await requireWholeRepository(from, gitDirectory);
          requireWholeHistory(from, gitDirectory);
          await importRepository(draft, gitDirectory, from);
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { recursive: true, force: true });
        if (existsSync(path)) throw new LocalRepositoryExists(name);
        throw error;
      }
      return { name, path: realpathSync(path) };
    },
    list: async () => {
      const names = existsSync(home) ? await readdir(home) : [];
      return names
        .filter((name) => name.endsWith('.git') && !name.startsWith('.'))
        .map((name) => ({ name: name.slice(0, -4), path: realpathSync(join(home, name)) }));
    },
    remove: ({ name }) => rm(pathOf(name), { recursive: true }),
    find: (address) => {
      const named = address.replace(/^local:/, '');
      const path = namePattern.test(named) ? pathOf(named) : address;
      if (!isAbsolute(path))
        throw new RepositoryAddressInvalid(
          address,
          'it is neither an absolute path nor the name of a repository on this server',
        );
      if (!existsSync(path) || !existsSync(home)) {
        throw isOneOfSeveral ? new LocalRepositoryElsewhere(address) : new RepositoryNotFound(address);
      }
      const real = realpathSync(path);
      const inside = relative(realpathSync(home), real);
      if (!inside.endsWith('.git') || inside.includes(sep) || inside.startsWith('.') || isAbsolute(inside)) {
        throw new RepositoryAddressInvalid(
          address,
          'local repositories are stored in the data directory; import this one first',
        );
      }
      return { name: inside.slice(0, -4), path: real };
    },
  };
}

/** The repository of a folder itself, never that of a folder around it. */
function gitDirectoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return join(folder, '.git');
  return existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'objects')) ? folder : undefined;
}

async function importRepository(draft: string, source: string, shown: string): Promise<void> {
  const access = { url: source, authorizationHeader: undefined, isLocalPath: true };
  try {
    const refspecs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];
    await runGit(['fetch', '--quiet', '--no-write-fetch-head', '--', source, ...refspecs], {
      gitDirectory: draft,
      access,
      timeoutSeconds: 15 * 60,
    });
    const head = await runGit(['ls-remote', '--symref', '--', source, 'HEAD'], { gitDirectory: draft, access });
    const branches = await runGit(['for-each-ref', '--format=%(refname)', 'refs/heads'], { gitDirectory: draft });
    const branchNames = branches.stdout.toString('utf8').split('\n').filter(Boolean);
    const named = /^ref: (\S+)\tHEAD/m.exec(head.stdout.toString('utf8'))?.[1];
    const [first] = branchNames;
    if (first === undefined) throw new LocalRepositorySourceInvalid(shown, 'it has no branch with a commit.');
    const target = named !== undefined && branchNames.includes(named) ? named : first;
    await runGit(['symbolic-ref', 'HEAD', target], { gitDirectory: draft });
  } catch (error) {
    if (error instanceof GitFailed) throw new LocalRepositorySourceInvalid(shown, error.stderr.trim());
    throw error;
  }
}

/** Takes the files byte for byte. A repository inside the folder would become a submodule, so it is refused. */
async function importFolder(draft: string, folder: string, shown: string): Promise<void> {
  await mkdir(join(draft, 'info'), { recursive: true });
  await writeFile(join(draft, 'info', 'attributes'), '* -text !eol !crlf !ident !filter !working-tree-encoding\n');
  const indexFile = join(draft, 'import-index');
  await runGit(['add', '--all', '--', '.'], { gitDirectory: draft, workTree: folder, indexFile, timeoutSeconds: 600 });
  const tree = (await runGit(['write-tree'], { gitDirectory: draft, indexFile })).stdout.toString('utf8').trim();
  await rm(indexFile, { force: true });
  const files = await listTree(draft, tree);
  const nested = [...files].find(([, { kind }]) => kind === 'submodule');
  if (nested !== undefined) throw new LocalRepositorySourceInvalid(shown, `${nested[0]} is a separate repository.`);
  if (files.size === 0) throw new LocalRepositorySourceInvalid(shown, 'it has no files.');
  const identity = { NAME: 'Docwright', EMAIL: 'docwright@localhost' };
  const commit = await runGit(['commit-tree', tree], {
    gitDirectory: draft,
    input: 'Import the documentation\n',
    environment: Object.fromEntries(
      Object.entries(identity).flatMap(([key, value]) => [
        [`GIT_AUTHOR_${key}`, value],
        [`GIT_COMMITTER_${key}`, value],
      ]),
    ),
  });
  await runGit(['update-ref', 'refs/heads/main', commit.stdout.toString('utf8').trim()], { gitDirectory: draft });
}
