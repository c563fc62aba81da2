import type { FileIndex } from './file-index.ts';
import { extensionOf, folderOf } from './paths.ts';

/** A module that frameworks publish at every address below its folder: `pages/reference/[[...slug]].tsx`. */
const filling = /(?:^|\/)(?:pages|app|routes)\/([^[]+)\/\[.*\.(?:[jt]sx?|astro|vue|svelte)$/u;
/** Folders at the end of a path that are looked at. */
const deepest = 8;

/** Tells whether a module makes what is below a folder of the address, such as a reference, and no pages of the repository are that. */
export function filledFolders(files: FileIndex): (address: string) => boolean {
  const filled = new Set(
    files.paths.flatMap((path) => filling.exec(path)?.[1]?.replace(/\([^()/]*\)(?:\/|$)/gu, '') ?? []),
  );
  if (filled.size > 0) for (const folder of foldersOfPages(files)) filled.delete(folder);
  return (address) => {
    const parts = address.replace(/^\/+/u, '').split('/', deepest);
    return filled.size > 0 && parts.some((_, index) => filled.has(parts.slice(0, index + 1).join('/')));
  };
}

/** The folders of pages, each from every folder on in which it lies. */
function* foldersOfPages(files: FileIndex): Iterable<string> {
  const seen = new Set<string>();
  for (const path of files.paths) {
    if (!/^\.mdx?$/u.test(extensionOf(path))) continue;
    for (let folder = folderOf(path); folder !== '' && !seen.has(folder); folder = folderOf(folder)) {
      seen.add(folder);
      const parts = folder.split('/').slice(-deepest);
      yield* parts.map((_, index) => parts.slice(index).join('/'));
    }
  }
}
