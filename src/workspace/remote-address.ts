import { isAbsolute, join, relative, sep } from 'node:path';
import { existsSync, realpathSync } from 'node:fs';
import { UnsafeRemote } from './errors.ts';
import type { WorkspaceRequest } from './workspace.ts';

/**
 * Throws unless the remote is a plain http(s) URL or a repository inside the data directory. Git also accepts ssh, `ext::`,
 * options and local paths, which must never reach it. The folder `repositories` may be a symbolic link to a shared folder.
 */
export function assertSafeRemote(remote: WorkspaceRequest['remote'], dataDirectory: string): void {
  if (remote.isLocalPath) {
    if (!isAbsolute(remote.url)) throw new UnsafeRemote('a local repository needs an absolute path');
    const shared = join(dataDirectory, 'repositories');
    const folders = [dataDirectory, ...(existsSync(shared) ? [shared] : [])];
    if (!folders.some((folder) => isInside(realpathSync(folder), realPath(remote.url)))) {
      throw new UnsafeRemote('a local repository must be inside the data directory');
    }
    return;
  }
  if (!/^https?:\/\//i.test(remote.url) || /[\p{Cc} ]/u.test(remote.url) || !URL.canParse(remote.url)) {
    throw new UnsafeRemote('only http and https URLs can be used');
  }
  const url = new URL(remote.url);
  if (url.username !== '' || url.password !== '') {
    throw new UnsafeRemote('it contains credentials; store the token in the project instead');
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw new UnsafeRemote('there is no repository at that path');
  }
}

function isInside(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
