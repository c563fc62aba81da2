import { isLikelyHabit } from '../site/habit.ts';
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
  const uses = Map.groupBy(strays, placeIn);
  for (const one of strays) {
    const { path, link, at } = one;
    const place = placeIn(one);
    const pages = new Set(uses.get(place)?.map((use) => use.path));
    if (pages.size > mostPages || told.has(`${placeOf({ path, ...link })} ${link.url}`)) continue;
    if (!isLeft(one) || !isAmongFound(folders, place)) continue;
    const suggestion = suggestTarget(context, path, link.url, at);
    const advice = suggestion === undefined ? '' : ` Did you mean ${suggestion.text}?`;
    const message =
      `The link ${link.url} leads to no page, and nearly all others of this site into that folder do.${advice} ` +
      `Not certain: the site may publish it all the same.`;
    yield { path, line: link.line, column: link.column, rule: 'broken-link', severity: 'warning', message };
  }
}

function isStray({ target, ways, link: { url }, ...one }: Reference): boolean {
  if (target.kind !== 'unjudged' || target.exact === true || url.search(variable) !== -1) return false;
  return ways.size === 0 || hasOtherEnding(url, one);
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
  const add = (place: string, isFound: boolean): void => {
    const name = folderOf(place);
    const folder = folders.get(name) ?? { found: new Set(), missing: new Set() };
    folders.set(name, folder);
    (isFound ? folder.found : folder.missing).add(place);
  };
  for (const route of routes.keys()) add(route.toLowerCase(), true);
  for (const one of every) add(placeIn(one), !isStray(one));
  return folders;
}

function isAmongFound(folders: ReadonlyMap<string, Folder>, place: string): boolean {
  const name = folderOf(place);
  const { found, missing } = folders.get(name) ?? { found: new Set(), missing: new Set() };
  if (/^(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?$/u.test(name)) return false;
  if (name.lastIndexOf('/') <= 0) return isLikelyHabit(found.size + missing.size, missing.size);
  return found.size >= fewestFound && found.size >= timesFound * missing.size;
}
