import type { Link, PageFacts } from '../../page/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, joinRoute, within, withoutExtension } from '../../site/paths.ts';
import type { LinkRules } from '../../site/site.ts';
import { findHabits } from '../generators/link-habits.ts';
import type { LinkKind, Readings, Way } from '../generators/link-kind.ts';
import { bare, type Addresses } from './addresses.ts';
import type { JekyllSettings } from './settings.ts';

export interface ExactLinks {
  readonly resolve: NonNullable<LinkRules['resolve']>;
  /** True where the addresses from the top of the site are those of its pages. */
  readonly isProven: boolean;
}

interface Parts {
  readonly settings: JekyllSettings;
  readonly addresses: Addresses;
  readonly files: FileIndex;
  readonly pages: ReadonlyMap<string, PageFacts>;
  /** True for an address that the host leads elsewhere. */
  readonly isRedirected: (address: string) => boolean;
  /** Words of the names of other repositories in this one, whose files are not here. */
  readonly others: ReadonlySet<string>;
}

/** Pages that say the same which is not found, from which on something else answers. */
const mostPages = 8;
/** Pages that the repository has in a folder itself, from which on another repository brings none into this one. */
const fewOwn = 3;
/** Part of the pages of another repository or program may be in this one too. */
const timesFound = 3;

/**
 * Reads links as Jekyll and a browser do, where the site's own links show that this is how they are meant: nearly all of one kind
 * lead to something. Of any other kind nothing is known. Where only most of them lead to something, an address is told of whose
 * name a page lies elsewhere.
 */
export function createExactLinks({ settings, addresses, files, pages, isRedirected, others }: Parts): ExactLinks {
  const readings = createReadings(settings, addresses, files);
  const ownIn = new Map<string, number>();
  for (const address of addresses.pages.values()) {
    const folder = folderOf(bare(address));
    ownIn.set(folder, (ownIn.get(folder) ?? 0) + 1);
  }
  // What another repository brings is mostly named as that is.
  const isOfOthers = (address: string): boolean =>
    others.size > 0 && address.split(/[^\p{L}\p{N}]+/u).some((word) => others.has(word.toLowerCase()));
  const isOpen = (address: string): boolean => made.test(address) || isRedirected(address) || isOfOthers(address);
  const kindOfLink = (from: string, link: Pick<Link, 'url'>): LinkKind | undefined => {
    // From the top, an include leads to the same from whatever page shows it.
    const isRead = addresses.pages.has(from) || (link.url.startsWith('/') && ofInclude.test(from));
    return isRead ? kindOf(link, settings) : undefined;
  };
  const habits = findHabits(pages, kindOfLink, readings, isOpen, timesFound);
  /** An address from the top, where the site has hardly any, and relative ones show that its pages are where they are thought to be. */
  const movedFromTop = (from: string, path: string): LinkTarget | undefined => {
    const looked = readings.addressOf(from, path);
    const isTold =
      settings.base === '/' &&
      habits.get('relative')?.isSure === true &&
      readings.read(asAddress, from, path) === undefined &&
      !isOpen(looked) &&
      addresses.names.has(fileNameOf(looked).toLowerCase());
    return isTold ? { kind: 'missing', looked } : undefined;
  };
  return {
    isProven: habits.has('absolute'),
    resolve(from, link): LinkTarget | undefined {
      if (link.element === 'link tag' || link.element === 'post_url')
        return addresses.pages.has(from) ? ofTag(settings, addresses, files, link) : { kind: 'unjudged' };
      const reference = kindOfLink(from, link);
      const habit = reference === undefined ? undefined : habits.get(reference.kind);
      if (reference === undefined) return undefined;
      if (habit === undefined) return reference.kind === 'absolute' ? movedFromTop(from, reference.path) : undefined;
      const found = readings.read(habit.ways, from, reference.path);
      if (found?.kind === 'page') return { ...found, kind: 'page', anchor: reference.anchor, exact: true };
      if (found !== undefined) return { kind: 'file', path: found.path };
      const looked = readings.addressOf(from, reference.path);
      if (isOpen(looked)) return { kind: 'unjudged', exact: true };
      const name = fileNameOf(looked).toLowerCase();
      // A post of the name of a page tells nothing of that page.
      const isMoved = (/\/\d{4}[/-]/u.test(looked) ? addresses.namesOfPosts : addresses.names).has(name);
      const isOwn = (ownIn.get(folderOf(looked)) ?? 0) >= fewOwn && folderOf(looked) !== '';
      const isTold = isMoved || (habit.isSure && (isOwn || others.size === 0));
      const uses = habit.missing.get(looked)?.size ?? (habit.isMade(looked) ? Infinity : 0);
      return isTold && uses <= mostPages ? { kind: 'missing', looked } : undefined;
    },
  };
}

/** What plugins make: feeds, maps of the site, lists of what pages say of themselves and their further parts. */
const made =
  /\/(?:tags?|categor(?:y|ies)|authors?)\/[^/]|\/archives?\/\d|\/page:?\/?\d+(?:\/|$)|\/(?:feed|atom|rss|sitemap|robots|search)\b[^/]*$/iu;

/** Both tags stop the build where there is no such file. https://jekyllrb.com/docs/liquid/tags/#links */
function ofTag(
  { source, collectionsFolder }: JekyllSettings,
  addresses: Addresses,
  files: FileIndex,
  { url, element }: Pick<Link, 'url' | 'element'>,
): LinkTarget {
  const [name = '', anchor] = url.split('#', 2);
  if (/[{}%*|]/u.test(url)) return { kind: 'unjudged' };
  const paths =
    element === 'post_url'
      ? (addresses.posts.get(fileNameOf(name)) ?? addresses.posts.get(withoutExtension(fileNameOf(name))) ?? [])
      : [source, `${source}/${collectionsFolder}`].flatMap((folder) => joinPath(folder, name) ?? []);
  const path = [paths].flat().find((one) => files.has(one));
  if (path === undefined) return { kind: 'missing', looked: name };
  return addresses.pages.has(path) && addresses.at.get(bare(addresses.pages.get(path) ?? ''))?.kind === 'page'
    ? { kind: 'page', path, anchor, exact: true }
    : { kind: 'file', path };
}

/** What ends a file that is no page. */
const ofFile = /^\.(?!x?html?$)[a-z]\w{0,4}$/iu;
const ofSource = /^\.(?:md|markdown)$/iu;
/** https://jekyllrb.com/docs/includes/ */
const ofInclude = /(?:^|\/)_includes\//u;
const asAddress: readonly Way[] = ['address'];
const asName: readonly Way[] = ['address', 'name'];

/** How a link may be read; undefined for one of which nothing is told. */
function kindOf({ url }: Pick<Link, 'url'>, { linksToSources }: JekyllSettings): LinkKind | undefined {
  const address = parseAddress(url.trim());
  if (address.kind !== 'internal' || address.path === '') return undefined;
  const { path, anchor } = address;
  const ending = extensionOf(path);
  const isAbsolute = path.startsWith('/');
  // https://github.com/benbalter/jekyll-relative-links
  const isSource = linksToSources && ofSource.test(ending);
  const isFile = ofFile.test(ending) && !ofSource.test(ending);
  const kind = `${isAbsolute ? 'absolute' : 'relative'}${isSource ? ' source' : isFile ? ' file' : ''}`;
  const ways = isSource ? [asName] : [asAddress, asName];
  return { path, anchor, kind, ways };
}

function createReadings({ source, base }: JekyllSettings, addresses: Addresses, files: FileIndex): Readings {
  const addressOf = (from: string, written: string): string => {
    if (written.startsWith('/')) {
      const route = bare(joinRoute(written) + (written.endsWith('/') ? '/' : ''));
      return route === base ? '/' : base === '/' ? route : `/${within(base, route) ?? route.slice(1)}`;
    }
    const own = addresses.pages.get(from) ?? '/';
    return bare(joinRoute(own.endsWith('/') ? own : folderOf(own), written));
  };
  const ways: Partial<Record<Way, (from: string, path: string) => string | undefined>> = {
    name(from, path) {
      const file = joinPath(path.startsWith('/') ? source : folderOf(from), path);
      return file !== undefined && files.has(file) && within(source, file) !== undefined ? file : undefined;
    },
  };
  return {
    addressOf,
    read(some, from, path) {
      for (const way of some) {
        if (way === 'address') {
          const found = addresses.at.get(addressOf(from, path));
          if (found !== undefined) return found;
        }
        const file = ways[way]?.(from, path);
        if (file !== undefined) return { kind: addresses.pages.has(file) ? 'page' : 'file', path: file };
      }
      return undefined;
    },
  };
}
