import { fileNameOf, folderOf } from '../site/paths.ts';
import { githubSlugs } from '../site/slugs.ts';
import { evidence, insideOf, isKnownToMiss, type Home } from './homes-on-host.ts';
import { ofCodeHost } from './published-on-host.ts';

/** Pages in a folder before that is taken for what one page became. */
const fewestBelow = 2;
/** Programs that list the pages of a folder at its address. https://gohugo.io/content-management/sections/ */
const listsFolders = /^(?:hugo|hexo|jekyll|eleventy|zola|retype)$/u;

/** Whether it is known what an address means that leads nowhere: no program makes what another page was, is, or shows. */
export function isKnown(home: Home, address: string): boolean {
  return isFormer(home, address) || isNearly(home, address) || isOfOtherDepth(home, address);
}

/** What was taken away is gone with the next release, and so not yet from the last one. */
function isFormer({ folder, formerlyFound }: Home, address: string): boolean {
  return formerlyFound.has(address) && fileNameOf(folder) !== 'stable';
}

/** Addresses that leave out one folder, where no settings of the site say that it lies there. */
const fewestAlike = 2;

/** At the top, a letter more is the name of another page as often, unless the site alone is there. */
function isNearly(
  { folder, declares, isOfRepository, found, open, nearlyFound, timesLeftOut, isNamesake }: Home,
  address: string,
): boolean {
  const nearly = nearlyFound.get(address);
  if (nearly === undefined) return false;
  if (nearly.leftOut !== undefined) {
    const isEvident = declares === 'folder' || (timesLeftOut.get(nearly.leftOut) ?? 0) >= fewestAlike;
    return isEvident && (found.size > 0 || isNamesake);
  }
  const isAtTop = folderOf(address) === folder;
  if (isAtTop && open.has(address)) return false;
  return !isAtTop || declares === 'folder' || isOfRepository || found.size >= evidence.none.fewestFound;
}

/** Letters of a name of which another begins with it, so that both are of one thing. */
const fewestOfOneThing = 5;

/**
 * Whether a page became a folder of pages (`/start` of `/start/install`), or a folder one page, of which a section has the name
 * (`/start/install` of `/start#installation`).
 */
function isOfOtherDepth(home: Home, address: string): boolean {
  const { host, folder, declares, isOfOthers, found, countBelow, checked } = home;
  const { site } = checked;
  if (declares !== 'folder' || found.size === 0 || isOfOthers || !isKnownToMiss(home, address)) return false;
  const route = `/${withoutEnding(insideOf(folder, address) ?? '')}`;
  // Where a folder is named, a host may lead on to its first page.
  if (countBelow(route) >= fewestBelow)
    return /\.html?$/iu.test(address) || (ofCodeHost.test(host) && !listsFolders.test(site.framework));
  const above = folderOf(route);
  const page = above === '' ? undefined : site.pages.get(site.routes.get(above) ?? '');
  const name = fileNameOf(route).toLowerCase();
  const slugs = page === undefined || countBelow(above) > 0 ? [] : githubSlugs(page.headings);
  return slugs.some(
    (slug) =>
      Math.min(slug.length, name.length) >= fewestOfOneThing && (slug.startsWith(name) || name.startsWith(slug)),
  );
}

/** A route without what only its file has. */
export function withoutEnding(inside: string): string {
  return inside.slice(1).replace(/(?:\/index)?\.html?$/iu, '');
}
