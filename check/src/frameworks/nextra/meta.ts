import type { Place } from '../../page/page-facts.ts';
import { isTold } from '../../settings/evaluated-values.ts';
import { loadModule } from '../../settings/load-module.ts';
import { recordOf } from '../../settings/narrow.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { fileNameOf, folderOf, within } from '../../site/paths.ts';
import { createTextPlaces } from '../../site/text-places.ts';

export interface MetaFile {
  readonly path: string;
  readonly folder: string;
  /** Keys that must name a page or a folder beside the file. */
  readonly keys: readonly (Place & { readonly key: string })[];
}

/** `_meta.*` files name, order and hide the pages of their folder. https://nextra.site/docs/file-conventions/meta-file */
export async function readMeta(files: FileIndex, folders: readonly string[]): Promise<readonly MetaFile[]> {
  const paths = files.paths.filter(
    (path) =>
      /^_meta(?:\.[a-z]{2}(?:-[A-Z]{2})?)?\.(?:json|[cm]?[jt]sx?)$/u.test(fileNameOf(path)) &&
      folders.some((folder) => within(folder, path) !== undefined),
  );
  return Promise.all(paths.map((path) => readFile(files, path)));
}

async function readFile(files: FileIndex, path: string): Promise<MetaFile> {
  const value = (await loadModule(files, path))?.default;
  const places = createTextPlaces((await files.readText(path)) ?? '');
  const keys = Object.entries(recordOf(value)).flatMap(([key, item]) => {
    const place = places.next(key);
    const { type, href, display, items } = recordOf(item);
    const namesPage =
      type !== 'separator' && type !== 'menu' && href === undefined && display !== 'hidden' && items === undefined;
    return namesPage && isTold(item) && key !== '*' && key !== '...' && !key.includes('[') ? [{ key, ...place }] : [];
  });
  return { path, folder: folderOf(path), keys };
}
