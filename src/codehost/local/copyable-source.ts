import { lstatSync, realpathSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { relative, resolve, sep } from 'node:path';
import { LocalRepositorySourceForbidden, LocalRepositorySourceInvalid } from './errors.ts';
import { walkFolder } from './walk-folder.ts';

/** Folders of the system, of which no file is documentation. */
const systemFolders = ['/etc', '/proc', '/sys', '/dev', '/boot', '/run', '/var/run', '/var/log'];
/** Most that is copied, in bytes and in files: ten times the largest documentation that we know. */
const largest = { bytes: 4 * 1024 ** 3, files: 500_000 };

export interface SourceRules {
  /** Absolute folders below which a source may lie. */
  readonly roots: readonly string[];
  readonly dataDirectory: string;
}

/**
 * The real path of a folder that may be copied. Throws `LocalRepositorySourceInvalid` for what is no folder, and
 * `LocalRepositorySourceForbidden` for what lies outside the roots, what belongs to the system, the data directory or the
 * whole of somebody's home, and what is too large.
 */
export async function requireCopyableSource(from: string, { roots, dataDirectory }: SourceRules): Promise<string> {
  const path = realPathOf(resolve(from));
  // The same answer whether it exists or not: who may not copy a folder does not learn what there is.
  if (!roots.some((root) => isWithin(path ?? resolve(from), realPathOf(root) ?? root))) {
    throw new LocalRepositorySourceForbidden(
      from,
      roots.length === 0 ? 'this server copies none' : 'it lies outside the folders that this server copies',
    );
  }
  if (path === undefined || !lstatSync(path).isDirectory()) {
    throw new LocalRepositorySourceInvalid(from, 'it is not a folder.');
  }
  const data = realPathOf(dataDirectory) ?? dataDirectory;
  if (isWithin(path, data) || isWithin(data, path)) {
    throw new LocalRepositorySourceForbidden(from, 'it is or holds the data directory of this server');
  }
  if (systemFolders.some((folder) => isWithin(path, folder) || isWithin(folder, path))) {
    throw new LocalRepositorySourceForbidden(from, 'it belongs to the system');
  }
  if (isHome(path)) throw new LocalRepositorySourceForbidden(from, 'it is the home of a user, or hidden in it');
  try {
    await refuseLarge(from, path);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EACCES') throw error;
    throw new LocalRepositorySourceInvalid(from, 'this user may not read all of it.');
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

/** A home itself, or something in it whose name begins with a dot, such as `.ssh`. */
function isHome(path: string): boolean {
  const homes = [homedir(), '/root', ...(/^\/(?:home|Users)\/[^/]+/.exec(path) ?? [])];
  return homes.some((home) => isWithin(path, home) && /^(?:$|\.)/.test(relative(home, path)));
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
      throw new LocalRepositorySourceForbidden(from, `it has more than ${most}`);
    }
  }
}
