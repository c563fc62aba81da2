import type { FileIndex } from './file-index.ts';

/** Folders in which another repository lies. https://git-scm.com/docs/gitmodules */
export async function submodulesOf(files: FileIndex): Promise<readonly string[]> {
  const text = (await files.readText('.gitmodules')) ?? '';
  return [...text.matchAll(/^[ \t]*path\s*=\s*(\S.*?)\s*$/gmu)].map(([, path = '']) => path);
}
