import type { CheckedSite } from '../check-site.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import { isPicture, sourceEndings } from '../site/file-endings.ts';
import type { FileIndex } from '../site/file-index.ts';
import { isForgeFile } from '../site/forge-files.ts';
import { pathOfAddress } from '../site/parse-address.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, nearestAbove, withoutExtension } from '../site/paths.ts';
import { resolveInclude } from '../site/resolve-import.ts';
import type { Site, SiteProblem } from '../site/site.ts';
import { readingsOf } from '../site/usual-readings.ts';
import { isOfCodeHost } from './code-host.ts';
import { closed } from './marks.ts';

/** Endings with which programs name a page. */
const ofPages = new Set(['', '.html', '.htm', ...sourceEndings]);
const firstPage = /^(?:_?index|readme)$/iu;

/**
 * Addresses that lead nowhere as the program of the site is known to read them, and somewhere in another reading: from a folder
 * above the page, from the page as a folder, with another ending of a page, or by its name alone to what the site does
 * not publish, and a build may bring. Of what was wrongly called an error on repositories that nobody had looked at before,
 * nearly all addresses were of this kind (bench/docs-check-held-out/verdicts.tsv, from batch 50 on), and of what was rightly
 * called so, one in six. READMEs are read by a code host, in one way, unless a page shows them.
 */
export function foundOtherwise(checked: readonly CheckedSite[], files: FileIndex): ReadonlyMap<SiteProblem, string> {
  const doubts = new Map<SiteProblem, string>();
  let unpublished: ReadonlyMap<string, string> | undefined;
  let shownFrom: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  for (const { site, problems } of checked) {
    if (closed.has(site.framework)) continue;
    const errors = problems.flatMap((problem) => {
      const { severity, sought, path, former } = problem;
      if (severity !== 'error' || former !== undefined) return [];
      shownFrom ??= foldersOfShown(checked, files);
      const isPictureOfBrowser = sought?.kind === 'file' && sought.written.includes('\\');
      if (isOfCodeHost(site, path) && !shownFrom.has(path) && !isPictureOfBrowser) return [];
      const isOfPage = site.pages.has(path) && (sought?.kind === 'page' || sought?.kind === 'file');
      return isOfPage ? [{ problem, written: sought.written }] : [];
    });
    if (errors.length === 0) continue;
    const readings = readingsOf(site);
    unpublished ??= unpublishedByName(checked, files);
    for (const { problem, written } of errors) {
      const at = otherPlace(site, files, problem.path, written, shownFrom?.get(problem.path) ?? []);
      const [way] = at === undefined ? (readings(problem.path, written)?.ways ?? []) : [];
      const named = site.routes.size > 0 ? unpublished.get(keyOf(pathOfAddress(written))) : undefined;
      if (at !== undefined) doubts.set(problem, `${at} is there, where another way of reading the address finds it`);
      else if (way !== undefined) doubts.set(problem, `it leads to a page when it is read ${way}`);
      else if (named !== undefined) doubts.set(problem, `${named} has that name, which a build may put there`);
    }
  }
  return doubts;
}

/** What an address leads to when it is read from a folder above its page, or from the page as a folder. */
function otherPlace(
  { links }: Site,
  files: FileIndex,
  from: string,
  written: string,
  shownFrom: Iterable<string>,
): string | undefined {
  const path = pathOfAddress(written);
  const folder = folderOf(from);
  // Browsers and Node take a backslash for a slash, and markup takes away one that keeps a sign from being read.
  const spellings = path.includes('\\') ? [path.replaceAll('\\', '/'), path.replaceAll('\\', '')] : [path];
  const insides = spellings
    .map((one) => one.replace(/^(?:\.{0,2}\/)+/u, ''))
    // A first page is in most folders above.
    .filter((inside) => inside !== '' && !inside.includes('..') && !firstPage.test(withoutExtension(inside)));
  const folders = [...shownFrom, withoutExtension(from), folder, ...nearestAbove(folder), ...links.publicFolders];
  for (const inside of insides)
    for (const top of folders) {
      const at = joinPath(top, inside);
      const found = at === undefined ? undefined : fileOf(files, at, links.namesSources === true);
      if (found !== undefined && found !== from) return found;
    }
  return undefined;
}

/** The folders of pages that show a file, or are it by a symbolic link, whose name mostly is that of the file. */
function foldersOfShown(checked: readonly CheckedSite[], files: FileIndex): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (path: string, by: string): void => {
    const folders = found.get(path) ?? new Set();
    found.set(path, folders.add(folderOf(by)));
  };
  for (const { site } of checked)
    for (const [by, { includes }] of site.pages)
      for (const { source } of includes) {
        const path = resolveInclude(site, files, by, source);
        if (path !== undefined && isForgeFile(path)) add(path, by);
      }
  let pagesAlike: ReturnType<typeof createPagesAlike> | undefined;
  for (const link of files.paths.filter((path) => files.isSymbolicLink(path))) {
    for (const folder of nearestAbove(folderOf(link)))
      for (const path of files.inAnyCase(joinPath(folder, fileNameOf(link)) ?? link))
        if (isForgeFile(path) && !files.isSymbolicLink(path)) add(path, link);
    if (!isForgeFile(link)) continue;
    pagesAlike ??= createPagesAlike(checked);
    for (const path of pagesAlike(link)) if (isForgeFile(path) && !files.isSymbolicLink(path)) add(path, link);
  }
  return found;
}

/** Pages that have the same links in the same places, as a symbolic link has them and what it shows. */
function createPagesAlike(checked: readonly CheckedSite[]): (path: string) => readonly string[] {
  const keyOf = (links: PageFacts['links']): string => links.map(({ url, line }) => `${line} ${url}`).join('\n');
  const keys = new Map(checked.flatMap(({ site }) => [...site.pages].map(([path, { links }]) => [path, keyOf(links)])));
  const alike = Map.groupBy(keys.keys(), (path) => keys.get(path) ?? '');
  return (path) => {
    const key = keys.get(path) ?? '';
    return key === '' ? [] : (alike.get(key) ?? []);
  };
}

/** The file or folder that an address of a page or file means, whatever its ending, unless that is known to name a source. */
function fileOf(files: FileIndex, at: string, namesSources: boolean): string | undefined {
  if (files.has(at) || files.hasFolder(at)) return at;
  const ending = extensionOf(at);
  if (!ofPages.has(ending) || (namesSources && sourceEndings.has(ending))) return undefined;
  const stem = withoutExtension(at);
  return [...sourceEndings].map((ending) => stem + ending).find((path) => files.has(path));
}

/** Sources and pictures that no site publishes, by their name; a name that a published one has too tells nothing. */
function unpublishedByName(checked: readonly CheckedSite[], files: FileIndex): ReadonlyMap<string, string> {
  const sites = checked.map(({ site }) => site).filter(({ routes }) => routes.size > 0);
  const routed = new Set(sites.flatMap(({ routeOf }) => [...routeOf.keys()]));
  const found = new Map<string, string>();
  const published = new Set<string>();
  for (const path of files.paths) {
    if (!sourceEndings.has(extensionOf(path)) && !isPicture(path)) continue;
    const key = keyOf(path);
    if (firstPage.test(key)) continue;
    const isPublished = isPicture(path) ? sites.some(({ links }) => links.publishes(path)) : routed.has(path);
    if (isPublished) published.add(key);
    else found.set(key, path);
  }
  for (const key of published) found.delete(key);
  return found;
}

/** The name by which a page is known, with or without the ending of a source; of anything else, the name of the file. */
function keyOf(path: string): string {
  const name = fileNameOf(path);
  return ofPages.has(extensionOf(name)) ? withoutExtension(name) : name;
}
