import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
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
  if (stats === undefined) throw new ToolRefusal(`There is no ${wanted} '${shown}'.`);
  if (wanted === 'file' && !stats.isFile()) throw new ToolRefusal(`'${shown}' is not a file.`);
  if (wanted === 'folder' && !stats.isDirectory()) throw new ToolRefusal(`'${shown}' is not a folder.`);
  return { absolute, found: true };
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
