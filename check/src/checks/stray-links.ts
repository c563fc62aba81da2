import { isHabit, isLikelyHabit } from '../site/habit.ts';
import type { LinkTarget } from '../site/link-target.ts';
import { pathOfAddress } from '../site/parse-address.ts';
import { folderOf, joinPath } from '../site/paths.ts';
import { placeOf, type Site, type SiteProblem } from '../site/site.ts';
import { variable } from '../site/usual-readings.ts';
import type { CheckContext } from './check-context.ts';
import type { Reference } from './link-habits.ts';
import { suggestTarget } from './suggest.ts';

/** Addresses and pages in one folder that are found, for each that is not, and how few of these there are. */
const timesFound = 3;
const fewestFound = 2;
/** Pages that say the same: what more of them say is there. */
const mostPages = 3;

/** What is written of a folder, and what pages are in it. */
interface Folder {
  readonly found: Set<string>;
  readonly missing: Set<string>;
  /** True where some that are found are written from the top. */
  hasFromTop: boolean;
}

/**
 * Addresses that no reading finds and no rule judges, in a folder of which nearly all others are found. What a plugin publishes
 * that is not read here has a folder of its own, or several links into it; below the top of the host and of a language anything
 * may be, and so it may below one folder unless more tells of it.
 */
export function* strayLinks(
  context: CheckContext,
  every: readonly Reference[],
  isLeft: (one: Reference) => boolean,
  told: ReadonlySet<string>,
): Iterable<SiteProblem> {
  const strays = every.filter((one) => isStray(one));
  if (strays.length === 0) return;
  const folders = foldersOf(context.site, every);
  const isSaidByMany = new Set(
    [...Map.groupBy(strays, placeIn)].flatMap(([place, uses]) =>
      new Set(uses.map(({ path }) => path)).size > mostPages ? [place] : [],
    ),
  );
  let written: ReturnType<typeof writtenAtTop> | undefined;
  const atTop = (): ReturnType<typeof writtenAtTop> => (written ??= writtenAtTop(every));
  for (const one of strays) {
    const { path, link, at } = one;
    const place = placeIn(one);
    if (isSaidByMany.has(place) || told.has(`${placeOf({ path, ...link })} ${link.url}`)) continue;
    if (!isLeft(one)) continue;
    const isAtTop = isTop.test(folderOf(place));
    if (isAtTop ? !atTop().isHabit : !isAmongFound(folders, place)) continue;
    if (isUnsure(one.target, link.url) && folders.get(folderOf(place))?.hasFromTop !== true) continue;
    const suggestion = suggestTarget(context, path, link.url, at);
    const isNear =
      suggestion !== undefined && folderOf(pathOfAddress(suggestion.text)) === folderOf(pathOfAddress(link.url));
    if (isAtTop && !isNear && !atTop().isNearlyWhole) continue;
    const advice = suggestion === undefined ? '' : ` Did you mean ${suggestion.text}?`;
    const message =
      `The link ${link.url} leads to no page, and nearly all others of this site into that folder do.${advice} ` +
      `Not certain: the site may publish it all the same.`;
    yield { path, line: link.line, column: link.column, rule: 'broken-link', severity: 'warning', message };
  }
}

function isStray({ target, ways, link: { url }, ...one }: Reference): boolean {
  if (url.search(variable) !== -1) return false;
  if (target.kind === 'missing' ? !isUnsure(target, url) : target.kind !== 'unjudged' || target.exact === true)
    return false;
  return ways.size === 0 || hasOtherEnding(url, one);
}

/** A plugin may answer it, or leave it as it is: the others into its folder that are written so tell. */
function isUnsure(target: LinkTarget, url: string): boolean {
  return target.kind === 'missing' && target.unsure !== undefined && url.startsWith('/');
}

/** Of a page that is written as MDX and is none: programs that leave endings off know those of their own pages. */
function hasOtherEnding(url: string, { pages }: Pick<Reference, 'pages'>): boolean {
  return /\.mdx(?:[?#]|$)/u.test(url) && pages.length > 0 && !pages.some((page) => page.endsWith('.mdx'));
}

/** Where it is written to lie: from the top, or from the folder of its page. */
function placeIn({ path, link: { url }, at }: Reference): string {
  return url.startsWith('/') ? at : (joinPath(folderOf(path), url.replace(/[?#].*$/su, '')) ?? at);
}

function foldersOf({ routes }: Site, every: readonly Reference[]): ReadonlyMap<string, Folder> {
  const folders = new Map<string, Folder>();
  const add = (place: string, isFound: boolean, url?: string): void => {
    const name = folderOf(place);
    const folder = folders.get(name) ?? { found: new Set(), missing: new Set(), hasFromTop: false };
    folders.set(name, folder);
    (isFound ? folder.found : folder.missing).add(place);
    if (isFound && url?.startsWith('/') === true) folder.hasFromTop = true;
  };
  for (const route of routes.keys()) add(route.toLowerCase(), true);
  for (const one of every) add(placeIn(one), !isStray(one), one.link.url);
  return folders;
}

/**
 * The top of the host and that of a language: anything may be there that other programs answer. A name that is nearly that of a
 * page is told all the same, where nearly all addresses that are written so are found, and any name where many are and hardly one is not.
 */
const isTop = /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?$/u;
const timesNearlyWhole = 40;

function writtenAtTop(every: readonly Reference[]): { readonly isHabit: boolean; readonly isNearlyWhole: boolean } {
  const all = every.filter((one) => one.link.url.startsWith('/') && isTop.test(folderOf(placeIn(one))));
  const missing = new Set(all.filter((one) => isStray(one)).map(placeIn)).size;
  const found = new Set(all.filter((one) => !isStray(one)).map(placeIn)).size;
  return { isHabit: isHabit(found + missing, missing), isNearlyWhole: found >= timesNearlyWhole * missing };
}

function isAmongFound(folders: ReadonlyMap<string, Folder>, place: string): boolean {
  const name = folderOf(place);
  const { found, missing } = folders.get(name) ?? { found: new Set(), missing: new Set() };
  if (name.lastIndexOf('/') <= 0) return isLikelyHabit(found.size + missing.size, missing.size);
  return found.size >= fewestFound && found.size >= timesFound * missing.size;
}
