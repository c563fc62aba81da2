import { isNear } from '../site/file-index.ts';
import {
  extensionOf,
  fileNameOf,
  folderOf,
  normaliseRoute,
  relativePath,
  within,
  withoutExtension,
} from '../site/paths.ts';
import type { Site } from '../site/site.ts';
import type { RuleContext } from './rule.ts';

export interface Suggestion {
  readonly text: string;
  /** True when nothing else can have been meant: the same name in other upper and lower case. */
  readonly certain: boolean;
}

/**
 * What the author of a broken link most likely meant, written the way the link was; never the page that has the link, nor what is written
 * there, such as a file that lies outside of what is published.
 */
export function suggestTarget(context: RuleContext, from: string, url: string, looked: string): Suggestion | undefined {
  const suggestion = findTarget(context, from, url, looked);
  return suggestion !== undefined && plain(suggestion.text) === plain(url) ? undefined : suggestion;
}

function plain(url: string): string {
  return url.replace(/^\.\//u, '');
}

function findTarget(context: RuleContext, from: string, url: string, looked: string): Suggestion | undefined {
  const suffix = /[?#].*$/u.exec(url)?.[0] ?? '';
  const [otherCase, ...more] = context.files.inAnyCase(looked).filter((path) => path !== looked && path !== from);
  if (otherCase !== undefined && more.length === 0 && !url.startsWith('/')) {
    return { text: relativePath(folderOf(from), otherCase) + suffix, certain: true };
  }
  const [otherSigns, ...further] = context.names.filesInOtherSigns(looked).filter((path) => path !== from);
  if (otherSigns !== undefined && further.length === 0) {
    return { text: relativePath(folderOf(from), otherSigns) + suffix, certain: false };
  }
  const name = withoutExtension(fileNameOf(looked)).toLowerCase();
  if (name === '' || name === 'index' || name === 'readme') return undefined;
  return url.startsWith('/')
    ? suggestRoute(context, from, looked, name, suffix)
    : suggestFile(context, from, url, looked, name, suffix);
}

function suggestRoute(
  context: RuleContext,
  from: string,
  looked: string,
  name: string,
  suffix: string,
): Suggestion | undefined {
  const { names, site } = context;
  const isOther = (route: string): boolean => site.routes.get(route) !== from;
  const wantedRoute = normaliseRoute(looked).toLowerCase();
  const sameButCase = names.routesInAnyCase(wantedRoute).filter(isOther);
  if (sameButCase.length === 1) return { text: (sameButCase[0] ?? '') + suffix, certain: true };
  const named = names.routesNamed(name).filter(isOther);
  const [only, ...otherRoutes] = sameLanguage(site, from, named, (route) => site.routes.get(route) ?? '');
  if (only !== undefined) return otherRoutes.length === 0 ? { text: only + suffix, certain: false } : undefined;
  const alike = [0, -1, 1, -2, 2].flatMap((more) => names.routesOfLength(wantedRoute.length + more));
  const [near, ...alsoNear] = alike.filter((route) => isOther(route) && isNear(route.toLowerCase(), wantedRoute));
  return near !== undefined && alsoNear.length === 0 ? { text: near + suffix, certain: false } : undefined;
}

function suggestFile(
  context: RuleContext,
  from: string,
  url: string,
  looked: string,
  name: string,
  suffix: string,
): Suggestion | undefined {
  const extension = extensionOf(looked);
  const isPage =
    extension === '' || context.site.pages.has(withoutExtension(looked) + extension) || /^\.mdx?$/u.test(extension);
  const named = isPage ? context.names.pagesNamed(name) : context.names.filesNamed(name, extension);
  const { site } = context;
  const [only, ...otherFiles] = sameLanguage(
    site,
    from,
    named.filter((path) => path !== from),
    (path) => path,
  );
  if (only === undefined || otherFiles.length > 0) return undefined;
  return { text: writtenAs(site, from, url, only) ?? relativePath(folderOf(from), only) + suffix, certain: false };
}

/** Namesakes from which on none is meant, whatever their languages. */
const mostNamesakes = 50;

/** Those of the language of the page, where the site has several: a reader is not led into another one. */
function sameLanguage<Item>(
  site: Site,
  from: string,
  all: readonly Item[],
  pathOf: (item: Item) => string,
): readonly Item[] {
  if (all.length > mostNamesakes) return all;
  const ownPrefixes = site.links.prefixes(from, '/').join(' ');
  return all.filter((item) => site.links.prefixes(pathOf(item), '/').join(' ') === ownPrefixes);
}

/** The address of a file as a link of this page would write it that was written so; undefined where the site does not tell. */
export function writtenAs(site: Site | undefined, from: string, written: string, path: string): string | undefined {
  const suffix = /[?#].*$/u.exec(written)?.[0] ?? '';
  const bare = written.slice(0, written.length - suffix.length);
  const { routeOf, links } = site ?? {};
  const [routeFrom, routeTo] = [routeOf?.get(from), routeOf?.get(path)];
  if (bare.startsWith('/')) {
    if (routeTo === undefined || links === undefined) return undefined;
    const isBelowBase = links.base !== '/' && within(normaliseRoute(links.base), normaliseRoute(bare)) !== undefined;
    return `${isBelowBase ? normaliseRoute(links.base) : ''}${routeTo}${suffix}`;
  }
  const ending = extensionOf(bare);
  const readsRoutes =
    links?.relative({ kind: 'page', element: 'markdown' })[0] === 'route' && links.trailingSlash(from) === true;
  if (readsRoutes && /^(?:\.mdx?)?$/u.test(ending) && routeFrom !== undefined && routeTo !== undefined)
    return relativePath(routeFrom.slice(1), routeTo.slice(1)) + suffix;
  const relative = relativePath(folderOf(from), path);
  const isBare = links?.names.bare === true && ending === '';
  return (isBare ? withoutExtension(relative) : relative) + suffix;
}

/** Anchors that a wrong one is compared with; of more, each of thousands of wrong ones would be compared with all. */
const mostAnchors = 2_000;

/** The anchor that differs least from `anchor`; none where there are too many to look at. */
export function nearestAnchor(anchors: ReadonlySet<string>, anchor: string): Suggestion | undefined {
  if (anchors.size > mostAnchors) return undefined;
  const wantedAnchor = anchor.toLowerCase();
  const sameButCase = [...anchors].filter((candidate) => candidate.toLowerCase() === wantedAnchor);
  if (sameButCase.length === 1) return { text: sameButCase[0] ?? '', certain: true };
  const letters = withoutSigns(anchor);
  const [otherSigns, ...further] = [...anchors].filter((candidate) => withoutSigns(candidate) === letters);
  if (otherSigns !== undefined && further.length === 0) return { text: otherSigns, certain: false };
  const near = [...anchors].filter((candidate) => candidate !== '' && isNear(candidate.toLowerCase(), wantedAnchor));
  return near.length === 1 ? { text: near[0] ?? '', certain: false } : undefined;
}

/** What stands between words, and between a number and what it numbers: `1简介` is `1-简介`. */
function withoutSigns(anchor: string): string {
  return anchor.toLowerCase().replaceAll(/[-_]/gu, '');
}
