import { isLikelyHabit } from '../site/habit.ts';
import type { FileIndex } from '../site/file-index.ts';
import { fileNameOf, folderOf, withoutExtension } from '../site/paths.ts';
import { placeOf, type SiteProblem } from '../site/site.ts';
import { endsByName } from '../site/usual-readings.ts';
import type { CheckContext } from './check-context.ts';
import type { Reference } from './link-habits.ts';

/** Names at the end of an address that may be those of folders in one another. */
const deepest = 2;
/** Pages that say the same: what more of them say is there. */
const mostPages = 3;

/**
 * Addresses of pages that a program makes of the folders or files of one folder, as a list of plugins is made of `plugins/*`. Where nearly
 * all addresses below one name one of these, another, of which nothing in the repository has the name, is a slip.
 */
export function* pagesOfFolders(
  { files, site }: CheckContext,
  every: readonly Reference[],
  isLeft: (one: Reference) => boolean,
): Iterable<SiteProblem> {
  const made = every.filter(
    ({ link: { url }, target }) => url.startsWith('/') && target.kind === 'unjudged' && target.exact !== true,
  );
  if (made.every(({ ways }) => ways.size > 0)) return;
  const groups = new Map<string, Map<string, Reference[]>>();
  for (const one of made)
    for (const [above, names] of splits(one.at)) {
      const key = `${above} ${names.split('/').length}`;
      const group = groups.get(key) ?? new Map<string, Reference[]>();
      const uses = group.get(names);
      if (uses === undefined) group.set(names, [one]);
      else uses.push(one);
      groups.set(key, group);
    }
  let named: ReadonlyMap<string, readonly string[]> | undefined;
  const told = new Set<string>();
  for (const [key, group] of groups) {
    if (!isLikelyHabit(group.size, 1)) continue;
    named ??= placesByName(files);
    const folder = commonFolder([...group.keys()], named);
    if (folder === undefined || !isLikelyHabit(group.size, group.size - folder.found.size)) continue;
    for (const [names, uses] of group) {
      if (folder.found.has(names) || named.has(fileNameOf(names))) continue;
      if (new Set(uses.map(({ path }) => path)).size > mostPages) continue;
      for (const one of uses) {
        const { path, link, ways, at } = one;
        const place = placeOf({ path, ...link });
        if (ways.size > 0 || told.has(place) || site.links.answered(at) || !isLeft(one)) continue;
        told.add(place);
        const message =
          `The link ${link.url} leads to no page of this site, and nothing in ${folder.path} has that name, as what nearly all others ` +
          `below ${key.split(' ', 1)[0] ?? ''} name has. Not certain: a program makes these pages.`;
        yield { path, line: link.line, column: link.column, rule: 'broken-link', severity: 'warning', message };
      }
    }
  }
}

function splits(at: string): (readonly [above: string, names: string])[] {
  const parts = at.split('/').filter((part) => part !== '');
  return Array.from({ length: Math.min(deepest, parts.length - 1) }, (_, index) => {
    const cut = parts.length - 1 - index;
    return [`/${parts.slice(0, cut).join('/')}`, parts.slice(cut).join('/')];
  });
}

/** Folders, and files without their endings, by their names in lower case and by the two that they end in. */
function placesByName({ paths }: FileIndex): ReadonlyMap<string, readonly string[]> {
  const places = new Set<string>();
  for (const path of paths) {
    places.add(withoutExtension(path).toLowerCase());
    for (let folder = folderOf(path).toLowerCase(); folder !== '' && !places.has(folder); folder = folderOf(folder))
      places.add(folder);
  }
  const byName = new Map<string, string[]>();
  for (const place of places)
    for (const names of endsByName(place)) {
      const alike = byName.get(names);
      if (alike === undefined) byName.set(names, [place]);
      else alike.push(place);
    }
  return byName;
}

/** The folder in which most of them are. */
function commonFolder(
  all: readonly string[],
  named: ReadonlyMap<string, readonly string[]>,
): { readonly path: string; readonly found: ReadonlySet<string> } | undefined {
  const foundIn = new Map<string, Set<string>>();
  for (const names of all)
    for (const place of named.get(names) ?? []) {
      if (place === names) continue;
      const folder = place.slice(0, -names.length - 1);
      foundIn.set(folder, (foundIn.get(folder) ?? new Set()).add(names));
    }
  const [most] = [...foundIn].toSorted(([, one], [, other]) => other.size - one.size);
  return most === undefined ? undefined : { path: most[0], found: most[1] };
}
