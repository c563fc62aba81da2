import { charactersPerToken } from '../result-room.ts';
import { findDocumentation } from './find-documentation.ts';
import { foldCopies } from './fold-copies.ts';
import { pageTitle, repeatsName } from './page-title.ts';
import { siteFiles, type Site } from './site-files.ts';
import { siteLanguage } from './site-language.ts';

/** Shares of the map: pages that are only counted, and everything that is no documentation. */
const shares = { counted: 0.12, others: 0.08 } as const;
/** Names of a folder, from all down to the fewest that help; the first that lets every folder in is taken. */
const namesPerFolder = [Number.POSITIVE_INFINITY, 60, 25, 10] as const;

/**
 * The documentation of a repository: what a change most often needs first, then its pages by folder, with titles as far
 * as there is room. Code, fixtures and tests are counted in one line. Of languages and versions one is shown. Bounded,
 * and the same bytes for the same files in any order.
 */
export async function repositoryMap(
  paths: readonly string[],
  options: {
    docsFolder: string;
    maxCharacters?: number;
    /** Of the commit that the paths are of. */
    read?: (path: string) => Promise<Uint8Array | undefined>;
  },
): Promise<string> {
  const { docsFolder, maxCharacters = mostCharacters, read = () => Promise.resolve(undefined) } = options;
  const { site, documentation, others } = findDocumentation(paths, docsFolder);
  const folded = site === undefined ? { paths: documentation, lines: [] } : foldCopies(documentation);
  const named = [...siteFiles(paths, folded.paths, site), ...(await languageLine(site, read)), ...folded.lines];
  const head = bounded(named, maxCharacters / 2);
  const tail = bounded(othersLine(others), maxCharacters * shares.others);
  const room = maxCharacters - [...head, ...tail, ''].join('\n').length;
  const folders = groupByFolder(folded.paths);
  const lines = folderLines(folders, room);
  const taken = lines.reduce((sum, { text }) => sum + text.length + 1, 0);
  const titles = await readTitles(
    lines.flatMap(({ folder, names }) => names.map((name) => folder.path + name)),
    { room: room - taken, read },
  );
  const shown = lines.map(({ folder, names, text }) => (names.length > 0 ? lineOf(folder, names, titles) : text));
  const map = [...head, ...shown, ...tail].join('\n');
  return map === '' ? '(no files)' : map;
}

/** So that a page is written in the language of its site, whatever that of the task is. */
async function languageLine(
  site: Site | undefined,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<string[]> {
  const settings = site && (await read(site.settings));
  const language = settings && siteLanguage(site.settings, Buffer.from(settings).toString('utf8'));
  return language === undefined ? [] : [`Default language of the site: ${language}. Write its pages in this language.`];
}

/** More is not worth its bytes: it is sent with every turn. */
const mostCharacters = 8_000;

/** A tenth of the window at most. */
export function mapCharacters(contextTokens: number): number {
  return Math.min(mostCharacters, Math.floor(contextTokens * charactersPerToken * 0.1));
}

interface Folder {
  /** Ends with a slash; empty for the top. */
  readonly path: string;
  readonly names: readonly string[];
}

interface FolderLine {
  readonly folder: Folder;
  /** Those that the line names. */
  readonly names: readonly string[];
  readonly text: string;
}

/** Shallow folders first, since they lead to the others. An index alone in its folder is named with its parent's pages. */
function groupByFolder(paths: readonly string[]): Folder[] {
  const all = Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf('/') + 1));
  const names = new Map<string, string[]>();
  for (const [path, pages] of all) {
    const parent = path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
    const isIndex =
      pages.length === 1 &&
      path !== '' &&
      all.has(parent) &&
      /\/_?(?:index|readme)\.\w+$/iu.test(`/${pages[0]?.slice(path.length)}`);
    const folder = isIndex ? parent : path;
    const list = names.get(folder) ?? [];
    names.set(folder, list);
    list.push(...pages.map((page) => page.slice(folder.length)));
  }
  return [...names]
    .map(([path, list]) => ({ path, names: list.sort(byCodeUnits) }))
    .sort((one, other) => depthOf(one) - depthOf(other) || byCodeUnits(one.path, other.path));
}

function depthOf({ path }: Folder): number {
  return path.split('/').length;
}

/** All folders with as many names as fit; where that is not enough, the first ones, and a count of what lies in the others. */
function folderLines(folders: readonly Folder[], room: number): FolderLine[] {
  const fits = (lines: readonly FolderLine[], within: number) =>
    lines.reduce((sum, { text }) => sum + text.length + 1, 0) <= within;
  let lines: FolderLine[] = [];
  for (const most of namesPerFolder) {
    lines = folders.map((folder) => {
      const names = folder.names.slice(0, most);
      return { folder, names, text: lineOf(folder, names) };
    });
    if (fits(lines, room)) return lines;
  }
  const counts = room * shares.counted;
  const shown: FolderLine[] = [];
  let left = room - counts;
  for (const line of lines) {
    if (line.text.length + 1 > left) break;
    shown.push(line);
    left -= line.text.length + 1;
  }
  const more = countBelow(folders.slice(shown.length), counts);
  return [...shown, ...more.map((text) => ({ folder: { path: '', names: [] }, names: [], text }))];
}

/** With the ending said once where all names share it, such as `guides/*.md: install, upgrade`. */
function lineOf(
  { path, names }: Folder,
  shown: readonly string[],
  titles: ReadonlyMap<string, string> = new Map(),
): string {
  const ending = /\.\w+$/u.exec(shown[0] ?? '')?.[0] ?? '';
  const isShared = ending !== '' && shown.length > 1 && shown.every((name) => name.endsWith(ending));
  const parts = shown.map((name) => {
    const title = titles.get(path + name);
    const written = isShared ? name.slice(0, -ending.length) : name;
    return title === undefined ? written : `${written} "${title}"`;
  });
  const more = names.length - shown.length;
  const folder = path === '' ? './' : path;
  return `${folder}${isShared ? `*${ending}` : ''}: ${[...parts, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`;
}

/** One line: how many pages lie below the two highest segments of the folders that are not named. */
function countBelow(folders: readonly Folder[], room: number): string[] {
  const counts = new Map<string, number>();
  for (const { path, names } of folders) {
    const top = path.split('/').slice(0, 2).join('/');
    counts.set(top, (counts.get(top) ?? 0) + names.length);
  }
  return bounded(countLine('Further pages', counts), room);
}

function othersLine(others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of others) {
    const slash = path.indexOf('/');
    if (slash > 0) counts.set(path.slice(0, slash), (counts.get(path.slice(0, slash)) ?? 0) + 1);
  }
  return countLine('Other files', counts);
}

function countLine(title: string, counts: ReadonlyMap<string, number>): string[] {
  const largest = [...counts].sort(([a, one], [b, other]) => other - one || byCodeUnits(a, b));
  return largest.length === 0 ? [] : [`${title}: ${largest.map(([path, count]) => `${path}/ ${count}`).join(', ')}`];
}

/** The lines as far as they fit, the last one cut at a comma. */
function bounded(lines: readonly string[], room: number): string[] {
  const kept: string[] = [];
  let left = room;
  for (const line of lines) {
    const cut = line.length < left ? line : line.slice(0, line.lastIndexOf(', ', Math.max(0, left - 3)) + 1) + ' …';
    if (line.length >= left && cut.length < 10) break;
    kept.push(cut);
    left -= cut.length + 1;
    if (cut !== line) break;
  }
  return kept;
}

/** A suffix of the title, such as ` | Config` or ` (directive)`. */
const titleSuffix = /\s{1,20}(?:[|–—·-]\s.{0,200}|\([^()]{0,200}\))$/u;
/** A suffix that so many titles share is left out. */
const sharedTitles = 3;

/** Titles of the named pages, as many as fit, without suffixes that several share. */
async function readTitles(
  named: readonly string[],
  { room, read }: { room: number; read: (path: string) => Promise<Uint8Array | undefined> },
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const suffixCounts = new Map<string, number>();
  let left = room;
  const put = (path: string, title: string) => {
    const suffix = titleSuffix.exec(title)?.[0] ?? '';
    const isShared = (suffixCounts.get(suffix) ?? 0) >= sharedTitles;
    const shortTitle = isShared ? title.slice(0, -suffix.length) : title;
    left += sizeOf(titles.get(path));
    titles.delete(path);
    if ((isShared && repeatsName(shortTitle, path)) || sizeOf(shortTitle) > left) return;
    titles.set(path, shortTitle);
    left -= sizeOf(shortTitle);
  };
  for (const path of named) {
    if (left < shortestTitle) break;
    const title = pageTitle(path, await read(path));
    if (title === undefined) continue;
    const suffix = titleSuffix.exec(title)?.[0];
    if (suffix !== undefined) suffixCounts.set(suffix, (suffixCounts.get(suffix) ?? 0) + 1);
    if (suffix !== undefined && suffixCounts.get(suffix) === sharedTitles)
      for (const [earlier, shown] of [...titles]) if (shown.endsWith(suffix)) put(earlier, shown);
    put(path, title);
  }
  return titles;
}

/** In characters, with a space and quotes around it. */
function sizeOf(title: string | undefined): number {
  return title === undefined ? 0 : title.length + 3;
}

/** If less room is left, no more pages are read. */
const shortestTitle = 10;

/** Not by locale: the order must be the same on every machine. */
function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
