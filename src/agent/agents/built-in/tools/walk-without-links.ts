import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolRefusal } from './tool.ts';

/**
 * Where the path `inside` the folder `root` lies. Throws `ToolRefusal`, naming it as `shown`, at the first symbolic link on
 * the way, and when the wanted kind of thing is not there.
 */
export async function walkWithoutLinks(
  { root, inside, shown }: { root: string; inside: string; shown: string },
  kind: 'file' | 'folder' | 'file or folder' | 'anything',
): Promise<{ absolute: string; found: boolean; isFolder: boolean }> {
  let absolute = root;
  let stats: Awaited<ReturnType<typeof lstatIfThere>> = await lstatIfThere(root);
  let missing: { folder: string; name: string; left: number } | undefined;
  const segments = inside.split('/').filter((part) => part !== '');
  for (const [index, segment] of segments.entries()) {
    if (stats !== undefined && !stats.isDirectory() && absolute !== root) {
      throw new ToolRefusal(`'${shown}' treats a file as a folder.`);
    }
    const folder = absolute;
    absolute = join(folder, segment);
    stats = await lstatIfThere(absolute);
    if (stats === undefined) missing ??= { folder, name: segment, left: segments.length - index };
    if (stats?.isSymbolicLink())
      throw new ToolRefusal(`'${shown}' is or passes through a symbolic link. Links are not followed.`);
  }
  const isFolder = stats?.isDirectory() === true;
  if (kind === 'anything') return { absolute, found: stats !== undefined, isFolder };
  if (stats === undefined) {
    throw new ToolRefusal(
      `There is no ${kind} '${shown}'.${missing === undefined ? '' : await describeNear(shown, missing)}`,
    );
  }
  if (kind === 'file' && stats.isDirectory())
    throw new ToolRefusal(`'${shown}' is a folder, not a file. Use list to see its contents.`);
  if (kind === 'file' && !stats.isFile()) throw new ToolRefusal(`'${shown}' is not a file.`);
  if (kind === 'folder' && !stats.isDirectory()) throw new ToolRefusal(`'${shown}' is not a folder.`);
  return { absolute, found: true, isFolder };
}

/**
 * What was meant may be there in other letters, with another extension, without the anchor of a link, or with an ending more
 * or less. `left` counts the parts of the path from the one that is not there.
 */
async function describeNear(
  shown: string,
  { folder, name, left: depth }: { folder: string; name: string; left: number },
): Promise<string> {
  const entries = (await readdir(folder).catch(() => [])).filter((entry) => !/^\.|\p{C}/u.test(entry));
  const plainName = bareName(name);
  const same = entries.filter((entry) => bareName(entry) === plainName);
  const alike = entries.filter((entry) => isAlike(bareName(entry), plainName));
  const near = same.length > 0 ? same : alike;
  const parent = shown.split('/').slice(0, -depth).join('/');
  const where = depth > 1 ? ` There is no '${name}' in ${parent === '' ? 'the top folder' : `'${parent}'`}.` : '';
  if (near.length === 0 || near.length > 5) return where;
  const names = near.map((entry) => `'${entry}'`).join(' and ');
  return `${where} Beside it there ${near.length === 1 ? 'is' : 'are'} ${names}.`;
}

function isAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && long.startsWith(short);
}

function bareName(name: string): string {
  const [path = ''] = name.split(/[#?]/u);
  const dot = path.lastIndexOf('.');
  return (dot === -1 ? path : path.slice(0, dot)).toLowerCase();
}

async function lstatIfThere(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
