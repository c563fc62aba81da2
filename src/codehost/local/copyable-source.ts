import { lstatSync, realpathSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { LocalRepositorySourceForbidden, LocalRepositorySourceInvalid, LocalRepositorySourceUnfit } from './errors.ts';
import { walkFolder } from './walk-folder.ts';

/** Folders of the system, of which no file is documentation. */
const systemFolders = ['/etc', '/proc', '/sys', '/dev', '/boot', '/run', '/var/run', '/var/log'];
/** Holds the sample site of the demo; where it is installed, such as in a hidden folder of npm, says nothing about it. */
const program = realpathSync(join(import.meta.dirname, '..', '..', '..'));
/** Most that is copied, in bytes and in files: ten times the largest documentation that we know. */
const largest = { bytes: 4 * 1024 ** 3, files: 500_000 };

export interface SourceRules {
  /** Absolute folders below which a source may lie; `anywhere` for whoever stands at the machine and names it. */
  readonly roots: readonly string[] | 'anywhere';
  readonly dataDirectory: string;
}

/**
 * The real path of a folder that may be copied. Throws `LocalRepositorySourceInvalid` for what is no folder,
 * `LocalRepositorySourceForbidden` for what lies outside the roots or is hidden in a home, which whoever stands at the machine
 * may name, and `LocalRepositorySourceUnfit` for the data directory, the system, a whole home, and what is too large.
 */
export async function requireCopyableSource(from: string, { roots, dataDirectory }: SourceRules): Promise<string> {
  const path = realPathOf(resolve(from));
  // The same answer whether it exists or not: who may not copy a folder does not learn what there is.
  if (roots !== 'anywhere' && !roots.some((root) => isWithin(path ?? resolve(from), realPathOf(root) ?? root))) {
    throw new LocalRepositorySourceForbidden(
      from,
      roots.length === 0 ? 'this server copies no folders' : 'it is outside the folders that this server may copy',
    );
  }
  if (path === undefined || !lstatSync(path).isDirectory()) {
    throw new LocalRepositorySourceInvalid(from, 'it is not a folder.');
  }
  const data = realPathOf(dataDirectory) ?? dataDirectory;
  if (isWithin(path, data) || isWithin(data, path)) {
    throw new LocalRepositorySourceUnfit(from, "it is or contains this server's data directory");
  }
  if (!isWithin(path, program)) refusePlace({ from, path, isHiddenAllowed: roots === 'anywhere' });
  try {
    await refuseLarge(from, path);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EACCES') throw error;
    throw new LocalRepositorySourceInvalid(from, 'this user cannot read all of it.');
  }
  return path;
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isWithin(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside === '' || (inside !== '..' && !inside.startsWith(`..${sep}`) && resolve(folder, inside) === path);
}

/** Refuses the system, a home, and what is hidden in it, such as `.ssh`. */
function refusePlace({ from, path, isHiddenAllowed }: { from: string; path: string; isHiddenAllowed: boolean }): void {
  if (systemFolders.some((folder) => isWithin(path, folder) || isWithin(folder, path))) {
    throw new LocalRepositorySourceUnfit(from, 'it belongs to the system');
  }
  const homes = [homedir(), '/root', ...(/^\/(?:home|Users)\/[^/]+/.exec(path) ?? [])];
  const insides = homes.filter((home) => isWithin(path, home)).map((home) => relative(home, path));
  if (insides.includes('')) throw new LocalRepositorySourceUnfit(from, "it is a user's home folder");
  if (!isHiddenAllowed && insides.some((inside) => inside.startsWith('.'))) {
    throw new LocalRepositorySourceForbidden(from, "it is hidden in a user's home folder");
  }
}

async function refuseLarge(from: string, path: string): Promise<void> {
  let bytes = 0;
  let files = 0;
  for await (const { entry, path: file } of walkFolder(path)) {
    if (!entry.isFile()) continue;
    files += 1;
    bytes += (await lstat(file)).size;
    if (bytes > largest.bytes || files > largest.files) {
      const most = `${largest.bytes / 1024 ** 3} GiB or ${largest.files} files`;
      throw new LocalRepositorySourceUnfit(from, `it has more than ${most}`);
    }
  }
}
