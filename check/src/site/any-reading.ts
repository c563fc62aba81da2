import type { PageFacts } from '../page/page-facts.ts';
import { sourceEndings } from './file-endings.ts';
import type { FileIndex } from './file-index.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, withoutExtension, withoutSlashAtEnd } from './paths.ts';

/** Whether an address on the page at `from` could be right in some reading of it. */
export type AnyReading = (written: string, from: string) => boolean;

const images = /^\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm|pdf)$/u;
/** Pages of a folder from which on a route into it is taken for one of them. */
const fewestPages = 3;
/** Code that no program publishes under its name; what stands in a folder of routes is a page. */
const code =
  /^(?!(?:.*\/)?(?:pages|app|routes|views)\/).*\.(?:[cm]?[jt]s|py|go|rs|java|kt|rb|php|cs?|cpp|h|swift|scala|sh|css|scss)$/u;
/** What programs are written in, and no build of a site makes. */
const ofProgram = /^\.(?:proto|go|rs|java|kt|rb|cs|cc|cpp|c|hpp|h|swift|scala|py|sh|tsx?)$/u;
/** Parts of pages, which are read beside the page that shows them. */
const partial =
  /(?:^|\/)(?:_[^/]+|\.[^/]+|includes?|partials?|snippets?|shared|common|templates?|re-?us(?:e|able)s?)(?:\/|$)/iu;
/** Folders of versions and languages. */
const edition =
  /versions?|locales?|lang|i18n|translat|(?:^|\/)(?:[a-z]{2}(?:[-_][a-zA-Z]{2,4})?|v?\d+(?:\.[\dx]+)*)(?:\/|$)/iu;
/** What agents and code hosts read, and what packages bring: no program publishes it. */
const ofAgents =
  /(?:^|\/)(?:\.(?:agents?|claude|cursor|codex|gemini|windsurf|github|gitlab|vscode|idea|venv)|node_modules|site-packages)\//u;
const addresses = ['slug', 'permalink', 'url', 'aliases', 'redirect_from', 'id'];

/**
 * Judges links of a site whose generator is not known, or may be told to publish pages anywhere: an address can be right
 * as long as the repository has something of its name. A source file must lie where the address leads, from the page or, `fromAbove`,
 * from a folder above it; of a route only the last part is sure to come from the name, title or frontmatter of a page; a picture
 * is a file by its name.
 */
export function createAnyReading(
  files: FileIndex,
  pages: ReadonlyMap<string, PageFacts>,
  fromAbove = true,
  /** Whether a page may be published by its title at such an address. */
  titlesName: (written: string) => boolean = () => true,
): AnyReading {
  const byName = new Map<string, string[]>();
  const [names, titles] = [new Set<string>(), new Set<string>()];
  for (const path of files.paths) {
    const file = fileNameOf(path);
    byName.set(file, [...(byName.get(file) ?? []), path]);
    // Nuxt Content publishes `1.start.md` as `start`.
    const bare = path.replace(/(?<=^|\/)\d+\./gu, '');
    if (bare !== path) byName.set(fileNameOf(bare), [...(byName.get(fileNameOf(bare)) ?? []), bare]);
    if (ofAgents.test(path)) continue;
    const parts = path.split('/');
    for (const part of code.test(path) ? parts.slice(0, -1) : parts) for (const name of namesOf(part)) names.add(name);
  }
  const pagesIn = new Map<string, number>();
  for (const path of pages.keys()) {
    const folder = plainName(fileNameOf(folderOf(path)));
    pagesIn.set(folder, (pagesIn.get(folder) ?? 0) + 1);
  }
  for (const { frontmatter } of pages.values()) {
    if (typeof frontmatter['title'] === 'string') titles.add(plainName(frontmatter['title'].split('/').at(-1) ?? ''));
    for (const field of addresses)
      for (const value of [frontmatter[field]].flat()) {
        if (typeof value === 'string') names.add(plainName(value.split('/').findLast((part) => part !== '') ?? ''));
      }
  }
  /** Where the repository has no pages beside it, a program of the generator may publish what it likes. */
  const isFolderOfPages = (path: string): boolean => {
    const folder = path.split('/').slice(0, -1).at(-1);
    return folder !== undefined && (pagesIn.get(plainName(folder)) ?? 0) >= fewestPages;
  };
  const folders = new Set(files.paths.map(folderOf));
  /** Where there is no such folder, a theme or package brings the pictures. */
  const hasFolder = (folder: string): boolean =>
    folder === '' || [...folders].some((known) => known === folder || known.endsWith(`/${folder}`));
  /** The same page of another version or language, which lacks what it shares with this one. */
  const isSharedWithTwin = (known: string, at: string, from: string): boolean => {
    const [theirs, ours] = [known.split('/'), at.split('/')];
    let shared = 1;
    while (theirs.at(-1 - shared) === ours.at(-1 - shared) && shared < theirs.length) shared += 1;
    const [base, other] = [ours.slice(0, -shared), theirs.slice(0, -shared)].map((parts) => parts.join('/'));
    const inside = from.startsWith(`${base}/`) ? from.slice((base ?? '').length + 1) : undefined;
    return edition.test(base ?? '') && inside !== undefined && files.has(joinPath(other ?? '', inside) ?? '');
  };
  const isSource = (path: string, written: string, from: string): boolean => {
    const page = from.replace(/(?<=^|\/)\d+\./gu, '');
    const at = joinPath(folderOf(page), written);
    return (byName.get(fileNameOf(path)) ?? []).some((known) => {
      if (known !== path && !known.endsWith(`/${path}`)) return false;
      if (known === at || isPartial(from)) return true;
      const above = known.slice(0, known.length - path.length);
      return (
        (fromAbove && !written.startsWith('.') && page.startsWith(above)) ||
        (at !== undefined && isSharedWithTwin(known, at, page))
      );
    });
  };
  return (written, from) => {
    const path = withoutSlashAtEnd(written.replace(/^(?:\.{0,2}\/)+/u, ''));
    const file = fileNameOf(path);
    if (/^(?:\.{0,2}|[@~#].*)$/u.test(path) || path.startsWith('@')) return true;
    const extension = extensionOf(path);
    if (sourceEndings.has(extension) && !written.startsWith('/')) return isSource(path, written, from);
    if (images.test(extension)) return byName.has(file) || (written.startsWith('/') && !hasFolder(folderOf(path)));
    if (ofProgram.test(extension) && !written.startsWith('/')) return byName.has(file);
    // Styles, feeds, archives and the like are made by builds, themes and releases.
    if (/^\.(?!html?$)[a-z][a-z\d]{0,4}$/u.test(extension) && !sourceEndings.has(extension)) return true;
    if (written.startsWith('/') && !isFolderOfPages(path)) return true;
    // No program writes the name of a file of HTML otherwise.
    const beside = extension === '.html' && !written.startsWith('/') ? joinPath(folderOf(from), written) : undefined;
    if (beside !== undefined && !files.has(beside) && files.inAnyCase(beside).length > 0) return false;
    const part = /^(?:index|readme|_index)(?:\.\w+)?$/iu.test(file) ? path.split('/').at(-2) : file;
    if (part === undefined) return true;
    const isTitle = (name: string): boolean => titles.has(name) && titlesName(written);
    return namesOf(part).some((name) => names.has(name) || isTitle(name));
  };
}

/** True for a part of pages; the first page of a folder, in whatever language, is none. */
export function isPartial(path: string): boolean {
  return partial.test(path.replace(/(?:^|\/)_index(?:\.[\w-]+)+$/u, ''));
}

/** True for a list of chapters, which GitBook and mdBook read from its folder; on a site of another program it is left from before. */
export function isSummary(path: string): boolean {
  return /(?:^|\/)SUMMARY(?:\.[\w-]+)?\.md$/u.test(path);
}

/** What an address may keep of a name: `2024-01-05-My_page.en.md` is `my-page` to many. */
function namesOf(part: string): string[] {
  const bare = withoutExtension(part);
  const undated = bare.replace(/^(?:\d{4}-\d{1,2}-\d{1,2}|\d+)[-_.]/u, '');
  return [part, bare, undated, withoutExtension(bare), withoutExtension(undated)].map(plainName).filter(Boolean);
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
