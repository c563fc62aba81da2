import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { findRepositoryDamage } from '../git/repository-damage.ts';
import { runGit } from '../git/run-git.ts';
import { readStorageFault } from '../kernel/storage-fault.ts';

export interface DamagedRepository {
  readonly repository: string;
  /** One line each. */
  readonly damage: readonly string[];
}

/** Git may repack while it is copied; then a file is gone that was listed. */
const attempts = 3;

/** What is taken of a repository: objects and what points to them. Hooks, settings and paths of other repositories are not. */
export function isOfRepository(path: string): boolean {
  return /^(?:HEAD|packed-refs|refs\/.+(?<!\.lock)|objects\/(?:[\da-f]{2}\/[\da-f]{38}|pack\/pack-[\da-f]{40}\.(?:pack|idx)))$/.test(
    path,
  );
}

/** Copies the repositories that are kept on this server, each as it is at one moment. Resolves to those that are damaged. */
export async function copyRepositories({ from, into }: { from: string; into: string }): Promise<DamagedRepository[]> {
  const unread: DamagedRepository[] = [];
  for (const repository of await listRepositories(from)) {
    try {
      await copyRepository(join(from, repository), join(into, repository), attempts);
    } catch (error) {
      // A disk that is full ends the backup. What cannot be read of one repository does not.
      if (readStorageFault(error, into) !== undefined || !(error instanceof Error && 'code' in error)) throw error;
      unread.push({ repository, damage: [error.message] });
    }
  }
  const damaged = await findDamagedRepositories(into);
  return [...unread, ...damaged.filter(({ repository }) => unread.every((other) => other.repository !== repository))];
}

/** Reads all objects of the repositories in a folder. */
export async function findDamagedRepositories(folder: string): Promise<DamagedRepository[]> {
  const damaged: DamagedRepository[] = [];
  for (const repository of await listRepositories(folder)) {
    const damage = await findRepositoryDamage(join(folder, repository));
    if (damage.length > 0) damaged.push({ repository, damage });
  }
  return damaged;
}

/** For people: what is damaged, and what to do. */
export function describeDamaged(damaged: readonly DamagedRepository[]): string[] {
  if (damaged.length === 0) return [];
  const lines = damaged.flatMap(({ repository, damage }) => damage.map((line) => `  ${repository}: ${line}`));
  return [
    'Damaged repositories:',
    ...lines,
    'What to do: push the branches again from a clone, or restore the repository from an older backup.',
  ];
}

/** Makes complete repositories of those that were unpacked, with settings of this program. */
export async function completeRepositories(folder: string): Promise<void> {
  for (const repository of await listRepositories(folder)) {
    const gitDirectory = join(folder, repository);
    await runGit(['init', '--quiet', '--bare', '--template=', '--initial-branch=main', gitDirectory], { gitDirectory });
  }
}

async function listRepositories(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
}

/** What points before what it points to: an object that is there when its reference is copied never goes away. */
async function copyRepository(from: string, into: string, attemptsLeft: number): Promise<void> {
  const isFolder = (path: string) => /^(?:refs(?:\/.+)?|objects(?:\/[\da-f]{2}|\/pack)?)$/.test(path);
  const filter = (path: string) => isFolder(relative(from, path)) || isOfRepository(relative(from, path));
  try {
    await mkdir(into, { recursive: true });
    // References that are packed meanwhile are in the second, too.
    for (const name of ['refs', 'packed-refs', 'HEAD', 'objects'])
      if (existsSync(join(from, name))) await cp(join(from, name), join(into, name), { recursive: true, filter });
  } catch (error) {
    if (attemptsLeft <= 1 || !(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await rm(into, { recursive: true, force: true });
    await copyRepository(from, into, attemptsLeft - 1);
  }
}
