import type { DocsTree } from '../finding.ts';
import type { PageFacts } from '../page/page-facts.ts';
import {
  extensionOf,
  fileNameOf,
  folderOf,
  foldersAbove,
  isPicture,
  joinPath,
  sourceEndings,
  withoutExtension,
  withoutSlashAtEnd,
} from './paths.ts';

/** The files of one tree as the frameworks and checks ask about them. Made once per check. */
export interface FileIndex {
  readonly paths: readonly string[];
  has(path: string): boolean;
  hasFolder(path: string): boolean;
  isSymbolicLink(path: string): boolean;
  /** Paths that differ from `path` only by upper and lower case. */
  inAnyCase(path: string): readonly string[];
  /** Text of a settings file, kept; undefined when it does not exist. */
  readText(path: string): Promise<string | undefined>;
  /** Whether its text was read so, up to now. */
  wasRead(path: string): boolean;
  /** Text of a page, not kept: there may be thousands. */
  readPage(path: string): Promise<string | undefined>;
}

export async function createFileIndex(tree: DocsTree): Promise<FileIndex> {
  const paths = [...(await tree.list())].sort();
  const links = new Set(await tree.symbolicLinks?.());
  const knownPaths = new Set(paths);
  const folders = new Set(['']);
  const byLowerCase = new Map<string, string[]>();
  for (const path of paths) {
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
    const lower = path.toLowerCase();
    byLowerCase.set(lower, [...(byLowerCase.get(lower) ?? []), path]);
  }
  const texts = new Map<string, Promise<string | undefined>>();
  return {
    paths,
    has: (path) => knownPaths.has(path),
    hasFolder: (path) => folders.has(path),
    isSymbolicLink: (path) => links.has(path),
    inAnyCase: (path) => byLowerCase.get(path.toLowerCase()) ?? [],
    readText(path) {
      const text = texts.get(path) ?? read(tree, path);
      texts.set(path, text);
      return text;
    },
    wasRead: (path) => texts.has(path),
    readPage: (path) => read(tree, path),
  };
}

async function read(tree: DocsTree, path: string): Promise<string | undefined> {
  const bytes = await tree.read(path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

const namesOfForge =
  'README|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|SUPPORT|GOVERNANCE|MAINTAINERS|RELEASING|AGENTS|CLAUDE';
/** Names as they are written, since `agents.md` can be a page about agents; `README.fr.md` is a translation. */
const forgeFile = new RegExp(
  `^(?:${namesOfForge}|[Rr]eadme)(?:[._-][A-Za-z]{2}(?:[_-][A-Za-z]{2,4})?)?\\.(?:md|markdown)$`,
  'u',
);

/** READMEs and their like, wherever they lie. */
export function hasForgeName(path: string): boolean {
  return forgeFile.test(fileNameOf(path));
}

/** Of what a list of changes tells, much is no longer where it was. */
export function isChangelog(path: string): boolean {
  return /^(?:CHANGELOG|CHANGES|HISTORY)\.md$/iu.test(fileNameOf(path));
}

/** In a folder such as `.github` or `.agents`. */
export function isHidden(path: string): boolean {
  return /(?:^|\/)\.[^/]+\//u.test(path);
}

/** Files that people read on a code host, whatever site the repository builds. */
export function isForgeFile(path: string): boolean {
  return hasForgeName(path) || /(?:^|\/)\.(?:github|gitlab)\//u.test(path);
}

/** Folders in which another repository lies. https://git-scm.com/docs/gitmodules */
export async function submodulesOf(files: FileIndex): Promise<readonly string[]> {
  const text = (await files.readText('.gitmodules')) ?? '';
  return [...text.matchAll(/^[ \t]*path\s*=\s*(\S.*?)\s*$/gmu)].map(([, path = '']) => path);
}

/** Folders of tests and their data, of templates and of what others wrote, as the part of an expression between slashes. */
export const foldersOfTests = 'tests?|testdata|__tests__|fixtures|__fixtures__|templates?|vendor|node_modules';

/** Pages, files and routes of a site by their names in lower case: of a site there may be thousands, and as many links that look for one. */
export interface NameIndex {
  /** Pages of which the file has this name, whatever its ending. */
  pagesNamed(name: string): readonly string[];
  /** All files of this name and ending. */
  filesNamed(name: string, extension: string): readonly string[];
  /** The same in a folder of this name, wherever that is. */
  filesIn(folder: string, name: string, extension: string): readonly string[];
  /** Files of this path, but for capitals and for what stands between words: `best-practices.md` and `BEST_PRACTICES.md`. */
  filesInOtherSigns(path: string): readonly string[];
  /** Routes that end in the name. */
  routesNamed(name: string): readonly string[];
  routesInAnyCase(route: string): readonly string[];
  /** Routes of so many characters. */
  routesOfLength(length: number): readonly string[];
}

interface NamedSite {
  readonly pages: ReadonlyMap<string, unknown>;
  readonly routes: ReadonlyMap<string, string>;
}

export function createNameIndex(site: NamedSite, files: Pick<FileIndex, 'paths'>): NameIndex {
  const pages = indexBy(
    () => site.pages.keys(),
    (path) => nameOf(path),
  );
  const all = indexBy(
    () => files.paths,
    (path) => nameOf(path) + extensionOf(path),
  );
  const pathsInFolder = indexBy(
    () => files.paths,
    (path) => `${fileNameOf(folderOf(path)).toLowerCase()}/${nameOf(path)}${extensionOf(path)}`,
  );
  const pathsIgnoringSigns = indexBy(() => files.paths, withoutSigns);
  const routes = (keyOf: (route: string) => string): ((key: string) => readonly string[]) =>
    indexBy(() => site.routes.keys(), keyOf);
  const routesByLength = routes((route) => `${route.length}`);
  return {
    pagesNamed: pages,
    filesNamed: (name, extension) => all(name + extension),
    filesIn: (folder, name, extension) => pathsInFolder(`${folder}/${name}${extension}`),
    filesInOtherSigns: (path) => pathsIgnoringSigns(withoutSigns(path)),
    routesNamed: routes((route) => fileNameOf(route).toLowerCase()),
    routesInAnyCase: routes((route) => route.toLowerCase()),
    routesOfLength: (length) => routesByLength(`${length}`),
  };
}

function withoutSigns(path: string): string {
  return path.toLowerCase().replaceAll(/[-_ ]+/gu, '-');
}

function nameOf(path: string): string {
  return withoutExtension(fileNameOf(path)).toLowerCase();
}

/** Made when it is first asked: most sites never do. */
function indexBy(all: () => Iterable<string>, keyOf: (path: string) => string): (key: string) => readonly string[] {
  let index: Map<string, string[]> | undefined;
  return (key) => (index ??= Map.groupBy(all(), keyOf)).get(key) ?? [];
}

/** True when at most two characters were added, left out or changed, in words long enough for that to mean something. */
export function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2 || Math.min(a.length, b.length) < 4) return false;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    if (Math.min(...current) > 2) return false;
    previous = current;
  }
  return (previous[b.length] ?? 3) <= 2;
}

/** Whether an address on the page at `from` is right in some reading of it. */
export type AnyReading = (written: string, from: string) => boolean;

/** Pages of a folder from which on a route into it is taken for one of them. */
const fewestPages = 3;
/** Files of programs, whose names no route has; a module in a folder of routes is a page. */
const code =
  /^(?!(?:.*\/)?(?:pages|app|routes|views)\/).*\.(?:[cm]?[jt]s|py|go|rs|java|kt|rb|php|cs?|cpp|h|swift|scala|sh|s?css)$/u;
/** Parts of pages, which are read beside the page that includes them. */
const partial =
  /(?:^|\/)(?:_[^/]+|\.[^/]+|includes?|partials?|snippets?|shared|common|templates?|re-?us(?:e|able)s?)(?:\/|$)/iu;
/** Fields by which a page says its own address, and others that lead to it. */
const addressFields = ['slug', 'permalink', 'url', 'aliases', 'redirect_from', 'id'];

/**
 * Reads links of a site whose program is not known, or may publish pages anywhere: an address can be right as long as the repository
 * has something of its name. A source file has to lie where the address leads, from the page or a folder above it; of a route the
 * last part comes from the name, title or frontmatter of a page; a picture is a file by its name.
 */
export function createAnyReading(files: FileIndex, pages: ReadonlyMap<string, PageFacts>): AnyReading {
  const fileNames = new Set<string>();
  const names = new Set<string>();
  const folders = new Set(files.paths.map(folderOf));
  for (const path of files.paths) {
    fileNames.add(fileNameOf(path));
    const parts = path.split('/');
    for (const part of code.test(path) ? parts.slice(0, -1) : parts) for (const name of namesOf(part)) names.add(name);
  }
  const pagesIn = new Map<string, number>();
  for (const [path, { frontmatter }] of pages) {
    const folder = plainName(fileNameOf(folderOf(path)));
    pagesIn.set(folder, (pagesIn.get(folder) ?? 0) + 1);
    const fieldValues = ['title', ...addressFields].flatMap((field) => [frontmatter[field]].flat());
    for (const value of fieldValues)
      if (typeof value === 'string') names.add(plainName(value.split('/').findLast((part) => part !== '') ?? ''));
  }
  const hasFolder = (folder: string): boolean =>
    folder === '' || [...folders].some((folderName) => folderName === folder || folderName.endsWith(`/${folder}`));
  const isSource = (path: string, written: string, from: string): boolean => {
    if (partial.test(from)) return fileNames.has(fileNameOf(path));
    const beside = joinPath(folderOf(from), written);
    const above = written.startsWith('.') ? [] : foldersAbove(from).flatMap((folder) => joinPath(folder, path) ?? []);
    return [...(beside === undefined ? [] : [beside]), ...above].some((candidate) => files.has(candidate));
  };
  return (written, from) => {
    const path = withoutSlashAtEnd(written.replace(/^(?:\.{0,2}\/)+/u, ''));
    if (/^(?:\.{0,2}|[@~#].*)$/u.test(path)) return true;
    const extension = extensionOf(path);
    const isFromTop = written.startsWith('/');
    if (sourceEndings.has(extension) && !isFromTop) return isSource(path, written, from);
    if (isPicture(path)) return fileNames.has(fileNameOf(path)) || (isFromTop && !hasFolder(folderOf(path)));
    // Styles, feeds, archives and the like are made by builds, themes and releases.
    if (/^\.(?!html?$)[a-z][a-z\d]{0,4}$/u.test(extension) && !sourceEndings.has(extension)) return true;
    if (isFromTop && (pagesIn.get(plainName(fileNameOf(folderOf(path)))) ?? 0) < fewestPages) return true;
    const name = /^(?:index|readme|_index)(?:\.\w+)?$/iu.test(fileNameOf(path))
      ? fileNameOf(folderOf(path))
      : fileNameOf(path);
    return name === '' || namesOf(name).some((candidate) => names.has(candidate));
  };
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
