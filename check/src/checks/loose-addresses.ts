import type { LooseAddress } from '../pages/page-facts.ts';
import { filledFolders } from '../site/filled-folders.ts';
import { isHabit } from '../site/habit.ts';
import { extensionOf, within } from '../site/paths.ts';
import { resolveLink } from '../site/resolve-link.ts';
import type { SiteProblem } from '../site/site.ts';
import { unreadPages } from '../site/unread-pages.ts';
import { readingsOf } from '../site/usual-readings.ts';
import type { CheckContext, SiteCheck } from './check-context.ts';
import { suggestTarget } from './suggest.ts';

interface Judged {
  readonly path: string;
  readonly address: LooseAddress;
  /** Where it was looked for, and whether a page or only an anchor is missing; undefined for what was found. */
  readonly missing:
    | {
        readonly at: string;
        readonly anchor: string | undefined;
        /** One page alone has its name. */ readonly isMoved?: boolean;
        /** No rule tells where it leads, and no usual reading finds it. */ readonly isGuessed?: true;
      }
    | undefined;
}

/** Different addresses that have to be found in one kind of place, and how many times those that are not. */
const fewestFound = 3;
const timesMissing = 4;
/** Pages that say the same, and addresses into one folder that are not found, which something else answers. */
const mostPages = 8;
const severalInFolder = 3;
/** Files of one version, whose addresses a program may read below that one. */
const ofVersion = /(?:^|[/_-])(?:versioned|v?\d+\.\d+)/u;
/** An ending of what is no page. */
const ofFile = /^\.(?!html?$|mdx?$)[a-z]\w{1,4}$/u;
const intoVersion = /^\/v?\d+\.[\dx]/u;

/** Folders of an address that are looked at. */
const deepest = 8;

/**
 * Addresses where nothing tells that they are ones, such as `to="/x"` of a component, or `link: '/x'` in a module. Where nearly
 * all that stand in such a place lead to something of the site, one that does not is a slip.
 */
export const looseAddresses: SiteCheck = function* (context) {
  if (context.site.framework === 'markdown') return;
  const judged = [...judge(context)];
  const places = groupBy(judged, ({ address }) => address.place);
  const inFiles = groupBy(judged, placeInFile);
  for (const one of judged) {
    const place = places.get(one.address.place);
    if (one.missing === undefined || place === undefined) continue;
    const inFile = inFiles.get(placeInFile(one));
    const isKnown = isLink(context, one) || isOfContent(context, one);
    if (!isKnown && !areAddresses(place) && !areAddresses(inFile)) continue;
    const isGuessed = one.missing.isGuessed === true || context.site.routes.size === 0;
    if (isGuessed && !context.site.pages.has(one.path) && !isList(one.path, inFile)) continue;
    if ((place.missing.get(one.address.url)?.size ?? 0) > mostPages) continue;
    if (!foldersOf(one.address.url).some((folder) => isAnswered(place, folder))) yield problemOf(context, one);
  }
};

/** True for an attribute that its component hands on to a link. */
function isLink({ isHandedOn }: CheckContext, { path, address: { place, url } }: Judged): boolean {
  const attribute = /^page (.+)$/u.exec(place)?.[1];
  return attribute !== undefined && isHandedOn(path, attribute, url);
}

/** True for a link of a page of Hugo that is written in HTML. https://gohugo.io/content-management/formats/#formats */
function isOfContent({ site }: CheckContext, { path, address: { place } }: Judged): boolean {
  const isPage = /^(?:.*\/)?content\/.*\.html$/u.test(within(site.root, path) ?? '');
  return site.framework === 'hugo' && place === 'module href' && isPage;
}

function placeInFile({ path, address }: Judged): string {
  return `${path} ${address.place}`;
}

/** What stands in one kind of place. */
interface Group {
  readonly found: Set<string>;
  /** Each with the files that have it. */
  readonly missing: Map<string, Set<string>>;
  /** Different addresses below a folder that are found, and that are not. */
  readonly below: Map<string, { found: number; missing: number }>;
}

function groupBy(judged: readonly Judged[], key: (one: Judged) => string): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const one of judged) {
    const group: Group = groups.get(key(one)) ?? { found: new Set(), missing: new Map(), below: new Map() };
    groups.set(key(one), group);
    const { url } = one.address;
    if (!group.found.has(url) && !group.missing.has(url)) {
      for (const folder of foldersOf(url)) {
        const { found, missing } = group.below.get(folder) ?? { found: 0, missing: 0 };
        group.below.set(
          folder,
          one.missing === undefined
            ? { found: found + 1, missing }
            : { found, missing: missing + (one.missing.isMoved === true ? 0 : 1) },
        );
      }
    }
    if (one.missing === undefined) group.found.add(url);
    else group.missing.set(url, (group.missing.get(url) ?? new Set()).add(one.path));
  }
  return groups;
}

function areAddresses(group: Group | undefined): boolean {
  return (
    group !== undefined && group.found.size >= fewestFound && group.found.size >= timesMissing * group.missing.size
  );
}

/** A file with many addresses that are nearly all found is a navigation; what a redirect leads to, another may lead on. */
function isList(path: string, group: Group | undefined): boolean {
  if (group === undefined || /redirect|(?:^|\/)(?:next|vercel|netlify)\b[^/]*$/iu.test(path)) return false;
  return isHabit(group.found.size + group.missing.size, group.missing.size);
}

/** The folders in which an address lies, but for the top. */
function foldersOf(url: string): string[] {
  const parts = url
    .replace(/[?#].*$/su, '')
    .split('/', deepest)
    .slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/')).filter((folder) => /\w/u.test(folder));
}

/** Another program makes the pages of a folder of which most are not found. */
function isAnswered({ below }: Group, folder: string): boolean {
  const { found, missing } = below.get(folder) ?? { found: 0, missing: 0 };
  return missing >= severalInFolder && missing >= found;
}

interface Reader {
  readonly read: ReturnType<typeof readingsOf>;
  /** True where a page is in a form that is not read. */
  readonly isUnread: (at: string) => boolean;
  /** True where a module makes what is there. */
  readonly isFilled: (at: string) => boolean;
}

/** Made once something is asked: on most sites everything is found without. */
function createReader({ site, files }: CheckContext): Reader {
  let isUnread: Reader['isUnread'] | undefined;
  let isFilled: Reader['isFilled'] | undefined;
  return {
    read: (from, url) => readingsOf(site)(from, url),
    isUnread: (at) => (isUnread ??= unreadPages(files))(at),
    isFilled: (at) => (isFilled ??= filledFolders(files))(at),
  };
}

function* judge(context: CheckContext): Iterable<Judged> {
  const { site } = context;
  const reader = createReader(context);
  const written = new Set([
    ...(site.settingsLinks ?? []).map(({ path, url }) => `${path} ${url}`),
    ...site.redirects.map(({ path, to }) => `${path} ${to}`),
    ...(site.navigation?.missing ?? []).map(({ path, entry }) => `${path} ${entry}`),
  ]);
  for (const [path, addresses] of looseOf(context)) {
    if (ofVersion.test(path)) continue;
    const known = new Map<string, Judged['missing'] | 'unjudged'>();
    for (const address of addresses) {
      const { url } = address;
      if (written.has(`${path} ${url}`) || intoVersion.test(url) || filledIn.test(url)) continue;
      const missing = known.has(url) ? known.get(url) : lookForAddress(context, reader, path, url);
      known.set(url, missing);
      if (missing !== 'unjudged') yield { path, address, missing };
    }
  }
}

/** A part that a redirect puts in, such as `/docs/:splat`. */
const filledIn = /\/:\w|\*/u;

function lookForAddress(
  { site, files, anchors, madeByBuild }: CheckContext,
  { read, isUnread, isFilled }: Reader,
  path: string,
  url: string,
): Judged['missing'] | 'unjudged' {
  const kind = ofFile.test(extensionOf(url.replace(/[?#].*$/su, ''))) ? 'file' : 'page';
  const target = resolveLink(site, files, path, { url, kind, element: 'loose' });
  if (target.kind === 'file') return undefined;
  if (target.kind === 'malformed') return 'unjudged';
  if (target.kind === 'missing' && target.unsure === undefined) {
    const isMade =
      madeByBuild(target.looked) ||
      isUnread(target.looked) ||
      isFilled(target.looked) ||
      site.links.answered(target.looked);
    const isMoved = !isMade && read(path, url)?.namesakes() === 1;
    return isMade ? 'unjudged' : { at: target.looked, anchor: undefined, isMoved };
  }
  if (target.kind === 'page') {
    const { anchor } = target;
    const isGuessed = site.guessed?.(target.path, 'broken-anchor', undefined) !== undefined;
    const isThere = anchor === undefined || isGuessed || anchors.lookup(target.path, anchor) !== 'missing';
    return isThere ? undefined : { at: target.path, anchor };
  }
  const readings = read(path, url);
  if (readings === undefined) return 'unjudged';
  // Settings of Jekyll say where the pages of a folder are published.
  if (site.framework === 'jekyll' && readings.isNamedElsewhere) return 'unjudged';
  if (readings.ways.size > 0 || isUnread(readings.at)) return undefined;
  if (isFilled(readings.at) || site.links.answered(readings.at)) return 'unjudged';
  return { at: readings.at, anchor: undefined, isMoved: readings.namesakes() === 1, isGuessed: true };
}

function* looseOf({ site, loose }: CheckContext): Iterable<readonly [string, readonly LooseAddress[]]> {
  for (const [path, facts] of site.pages) if (facts.loose !== undefined) yield [path, facts.loose];
  for (const [path, addresses] of loose) yield [path, addresses];
}

function problemOf(context: CheckContext, judged: Judged): SiteProblem {
  const { path, address, missing } = judged;
  const { url, line, column } = address;
  const suggestion = suggestTarget(context, path, url, missing?.at ?? url);
  const advice = suggestion === undefined ? '' : ` Did you mean ${suggestion.text}?`;
  const what =
    missing?.anchor === undefined
      ? `${url} leads to no page and no file (looked for ${missing?.at ?? url}).${advice}`
      : `${missing.at} has no anchor #${missing.anchor}.`;
  const why = isLink(context, judged)
    ? 'a component of the repository hands it on to a link'
    : isOfContent(context, judged)
      ? 'a module or the host of the site may bring it'
      : 'nearly all that is written in such a place is an address of the site';
  const message = `${what} Not certain: ${why}.`;
  const rule = missing?.anchor === undefined ? 'broken-link' : 'broken-anchor';
  return { path, line, column, rule, severity: 'warning', message };
}
