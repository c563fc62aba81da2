import { lstat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { LocalRepositorySourceUnfit } from './errors.ts';
import { walkFolder } from './walk-folder.ts';

/** Files by which git reads the objects and branches of another repository, wherever that one lies. */
const borrowing = new Set(['commondir', join('objects', 'info', 'alternates')]);
/** What git reads of a repository that it fetches from; a link elsewhere, such as a hook, leads nowhere. */
const readByGit = new Set(['HEAD', 'config', 'info', 'objects', 'packed-refs', 'refs', 'reftable', 'shallow']);

/**
 * Throws `LocalRepositorySourceUnfit` unless all that git would read of this repository is in its own folder. Pages that
 * others wrote can hold a folder that git takes for a repository, and that would bring one from outside the roots.
 */
export async function requireWholeRepository(from: string, gitDirectory: string): Promise<void> {
  if (!(await lstat(gitDirectory)).isDirectory()) throw borrowed(from, '.git');
  for await (const { entry, inside: name } of walkFolder(gitDirectory)) {
    const isRead = readByGit.has(name.split(sep, 1)[0] ?? '');
    if ((entry.isSymbolicLink() && isRead) || borrowing.has(name)) throw borrowed(from, name);
  }
}

function borrowed(from: string, name: string): Error {
  return new LocalRepositorySourceUnfit(
    from,
    `its '${name}' points to another repository; use that one, or a clone made with git clone --no-local`,
  );
}
