import type { PageFacts } from '../../page/page-facts.ts';
import { isPicture } from '../../site/file-endings.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, within } from '../../site/paths.ts';
import type { MkdocsSettings } from './settings.ts';

/** Plugins that write pages, so that one that is not in the repository may still be published. */
const writers = [
  'gen-files',
  'api-autonav',
  'autoapi',
  'mkdoxy',
  'multirepo',
  'monorepo',
  'gallery',
  'typedoc',
  'versioning',
  'build_plugin',
  'simple_hooks',
];

/** Plugins that make a page of each notebook among the pages, and no other. */
const notebooks = /^(?:mknotebooks|mkdocs-jupyter)$/u;

export interface WrittenPages {
  /** What writes pages of the site; undefined where nothing does. */
  readonly writer: string | undefined;
  /** True for what it may write, or a plugin may make of a notebook. */
  readonly mayBring: (at: string, link?: { readonly from: string; readonly written: string }) => boolean;
}

/** What plugins and hooks of a site may publish that no Markdown of the repository is. */
export function writtenPages(
  { docsFolder, hooks, plugins }: MkdocsSettings,
  files: FileIndex,
  pages: ReadonlyMap<string, PageFacts>,
): WrittenPages {
  const writer = hooks.files ? 'a hook' : writers.find((name) => plugins.has(name));
  const writtenByHand = foldersByHand(docsFolder, pages);
  const pictures = foldersOfPictures(docsFolder, files);
  const names = new Set([...pages.keys()].map(fileNameOf).filter((name) => !/^(?:index|README)\./u.test(name)));
  // A plugin hardly gives a page the name of one that is there.
  const mayWrite = (at: string): boolean =>
    writer !== undefined &&
    !writtenByHand.has(folderOf(insideOf(docsFolder, at))) &&
    !names.has(fileNameOf(at)) &&
    !pictures.has(`${folderOf(insideOf(docsFolder, at))} ${extensionOf(at)}`);
  const publishesNotebooks = [...plugins].some((name) => notebooks.test(name));
  const isNotebook = (at: string): boolean =>
    publishesNotebooks && files.has(joinPath(docsFolder, `${insideOf(docsFolder, at)}.ipynb`) ?? '');
  /** MkDocs looks for a file beside the page before a browser does at its address. */
  const isBesideOthers = ({ from, written }: { readonly from: string; readonly written: string }): boolean => {
    const at = written.startsWith('/') || extensionOf(written) === '' ? undefined : joinPath(folderOf(from), written);
    return at !== undefined && within(docsFolder, at) !== undefined && !mayWrite(at);
  };
  return {
    writer,
    mayBring: (at, link) =>
      isNotebook(at) || (mayWrite(at) && !(link !== undefined && at.startsWith('/') && isBesideOthers(link))),
  };
}

/** Pages of a folder before what lies there is taken to be written by hand, and not by a plugin. */
const fewestByHand = 3;

/** Folders below that of the pages whose pages are in the repository. */
function foldersByHand(docsFolder: string, pages: ReadonlyMap<string, PageFacts>): ReadonlySet<string> {
  const inFolders = Map.groupBy(pages.keys(), (path) => folderOf(within(docsFolder, path) ?? path));
  return new Set([...inFolders].flatMap(([folder, own]) => (own.length < fewestByHand ? [] : [folder])));
}

/** Folders below that of the pages that have pictures, with the endings of these: what writes pages draws into folders of its own. */
function foldersOfPictures(docsFolder: string, { paths }: FileIndex): ReadonlySet<string> {
  return new Set(
    paths.flatMap((path) => {
      const inside = within(docsFolder, path);
      const ending = extensionOf(path);
      return inside !== undefined && isPicture(path) ? [`${folderOf(inside)} ${ending}`] : [];
    }),
  );
}

/** The path from the folder of the pages of a file, or of an address from the top of the site. */
function insideOf(docsFolder: string, at: string): string {
  return at.startsWith('/') ? at.slice(1) : (within(docsFolder, at) ?? at);
}
