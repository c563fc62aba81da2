import type { Link, PageFacts } from '../../page/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { isPicture } from '../../site/file-endings.ts';
import { extensionOf, fileNameOf, joinPath, within, withoutExtension } from '../../site/paths.ts';

/** Words of a name that no theme gives a picture of its own: one alone (`logo`, `banner`) is that of many. */
const ofSeveralWords = /^(?=.{8})[\p{L}\p{N}]+(?:[-_ ][\p{L}\p{N}]+)+$/u;

/** What templates do not change, and pages show by raw HTML. */
const ofMedia = new Set(['.mp4', '.webm', '.mp3', '.ogg', '.pdf', '.zip']);

/** Pictures that lie elsewhere, up to which they are slips whatever others are. */
const few = 3;

interface Parts {
  readonly files: FileIndex;
  readonly root: string;
  /** Folders whose files are published from the top. */
  readonly folders: readonly string[];
  readonly pages: ReadonlyMap<string, PageFacts>;
  /** What a link names from the top; undefined for any other. */
  readonly pathOf: (from: string, link: Pick<Link, 'url' | 'element'>) => string | undefined;
  readonly isFound: (from: string, path: string) => boolean;
  /** True where a template of the site makes its pictures. */
  readonly changesImages: boolean;
}

/**
 * Tells files from the top that are published nowhere: a picture of whose name one alone lies in another folder of static files, if
 * no more are written so than are found; and media in raw HTML that lie in `assets` alone, of which Hugo publishes what a template
 * asks for, and no template reads raw HTML. https://gohugo.io/hugo-pipes/introduction/#asset-directory
 */
export function createIsLostFile(parts: Parts): (from: string, link: Pick<Link, 'element'>, path: string) => boolean {
  const { files, root, folders, isFound } = parts;
  let pictures: ReadonlyMap<string, readonly string[]> | undefined;
  const isElsewhere = (path: string): boolean => {
    const name = fileNameOf(path);
    if (!isPicture(path) || !ofSeveralWords.test(withoutExtension(name))) return false;
    pictures ??= Map.groupBy(
      files.paths.filter((one) => isPicture(one) && folders.some((folder) => within(folder, one) !== undefined)),
      fileNameOf,
    );
    return pictures.get(name)?.length === 1;
  };
  let mayTell: boolean | undefined;
  const areFew = (): boolean => {
    const [found, lost] = [new Set<string>(), new Set<string>()];
    for (const [from, { links }] of parts.pages)
      for (const link of links) {
        const path = parts.pathOf(from, link);
        if (path === undefined || !isPicture(path)) continue;
        if (isFound(from, path)) found.add(path);
        else if (isElsewhere(path)) lost.add(path);
      }
    return lost.size <= Math.max(few, found.size);
  };
  let ofThemes: ReadonlySet<string> | undefined;
  const isOfTheme = (path: string): boolean =>
    (ofThemes ??= new Set(files.paths.flatMap((one) => /\/static(\/.*)$/u.exec(one)?.[1] ?? []))).has(path);
  return (from, { element }, path) => {
    if (isFound(from, path)) return false;
    const isAsset = files.has(joinPath(root, 'assets', path) ?? '');
    if (isAsset) return element !== 'markdown' && ofMedia.has(extensionOf(path).toLowerCase()) && !isOfTheme(path);
    return !parts.changesImages && isElsewhere(path) && (mayTell ??= areFew()) && !isOfTheme(path);
  };
}
