import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ToolRefusal } from './tool.ts';

/**
 * Where the path `inside` the folder `root` lies. Throws `ToolRefusal`, naming it as `shown`, at the first symbolic link on
 * the way, and when the wanted kind of thing is not there.
 */
export async function walkWithoutLinks(
  { root, inside, shown }: { root: string; inside: string; shown: string },
  wanted: 'file' | 'folder' | 'anything',
): Promise<{ absolute: string; found: boolean }> {
  let absolute = root;
  let stats: Awaited<ReturnType<typeof lstatIfThere>> = await lstatIfThere(root);
  for (const segment of inside.split('/').filter((part) => part !== '')) {
    if (stats !== undefined && !stats.isDirectory() && absolute !== root) {
      throw new ToolRefusal(`'${shown}' runs through a file as if it were a folder.`);
    }
    absolute = join(absolute, segment);
    stats = await lstatIfThere(absolute);
    if (stats?.isSymbolicLink())
      throw new ToolRefusal(`'${shown}' is or runs through a symbolic link; links are not followed.`);
  }
  if (wanted === 'anything') return { absolute, found: stats !== undefined };
  if (stats === undefined) {
    throw new ToolRefusal(
      `There is no ${wanted} '${shown}'.${await describeNear(dirname(absolute), basename(absolute))}`,
    );
  }
  if (wanted === 'file' && stats.isDirectory())
    throw new ToolRefusal(`'${shown}' is a folder, not a file: list shows what is in it.`);
  if (wanted === 'file' && !stats.isFile()) throw new ToolRefusal(`'${shown}' is not a file.`);
  if (wanted === 'folder' && !stats.isDirectory()) throw new ToolRefusal(`'${shown}' is not a folder.`);
  return { absolute, found: true };
}

/** What was meant may be there in other letters, with another extension, or without the anchor of a link. */
async function describeNear(folder: string, name: string): Promise<string> {
  const entries = await readdir(folder).catch(() => []);
  const near = entries.filter((entry) => !/^\.|\p{C}/u.test(entry) && bareName(entry) === bareName(name));
  return near.length === 0 || near.length > 5
    ? ''
    : ` Beside it there is ${near.map((entry) => `'${entry}'`).join(' and ')}.`;
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
