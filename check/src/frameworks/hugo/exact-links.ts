import type { Link, PageFacts } from '../../page/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { extensionOf, fileNameOf, folderOf, within } from '../../site/paths.ts';
import type { LinkRules } from '../../site/site.ts';
import type { Addresses } from './addresses.ts';
import { findHabits } from '../generators/link-habits.ts';
import type { LinkKind, Readings } from '../generators/link-kind.ts';
import { createIsLostFile } from './files-from-top.ts';
import { absoluteFile, absoluteOfHtml, findsPages, kindOf } from './link-kinds.ts';
import { besidePage, liesBesideAlone, readsAddresses } from './one-reading.ts';
import { createReadings } from './readings.ts';
import type { HugoSettings } from './settings.ts';

export interface ExactLinks {
  readonly resolve: NonNullable<LinkRules['resolve']>;
  /** True where the addresses from the top of the site are those of its pages. */
  readonly isProven: boolean;
  /** True where relative links are read from them, in no other way. */
  readonly areAddresses: boolean;
  /** True for an address at which something may answer that is not read. */
  readonly isOpen: (address: string) => boolean;
}

interface Parts {
  readonly settings: HugoSettings;
  readonly addresses: Addresses;
  readonly files: FileIndex;
  readonly root: string;
  readonly pages: ReadonlyMap<string, PageFacts>;
  /** True for an address that the host leads elsewhere. */
  readonly isRedirected: (address: string) => boolean;
  /** True where the host tells capitals from small letters. */
  readonly tellsCapitals: boolean;
  /** The template of the site that makes links of Markdown, where one is in the repository. */
  readonly hook: string | undefined;
  /** True where a template of the site makes its pictures. */
  readonly changesImages: boolean;
}

/** Pages that say the same which is not found, from which on something else answers. */
const mostPages = 8;
/** Addresses with the ending of HTML in a folder, from which on another program fills it. */
const mostOfOther = 3;
/** Pages that the repository has in a folder itself, from which on what fills folders brings none into this one. */
const fewOwn = 3;

/**
 * Reads links as Hugo and a browser do, where the site's own links show that this is how they are meant: nearly all of one kind
 * lead to something. Of any other kind nothing is known, and of what is not found where something unknown may answer. Where
 * only most of them lead to something, an address is told of whose name a page lies elsewhere.
 */
export function createExactLinks(parts: Parts): ExactLinks {
  const { settings, addresses, files, root, pages, isRedirected, tellsCapitals, hook, changesImages } = parts;
  const readings = createReadings(settings, addresses, files, root);
  const ownIn = new Map<string, number>();
  for (const { address } of addresses.pages.values()) {
    const folder = folderOf(address.toLowerCase());
    ownIn.set(folder, (ownIn.get(folder) ?? 0) + 1);
  }
  const isOpen = (address: string): boolean =>
    isListing(settings, address) ||
    (isFilled(settings, address) && (ownIn.get(folderOf(address)) ?? 0) < fewOwn) ||
    isRedirected(address);
  const kindOfLink = (from: string, link: Pick<Link, 'url' | 'element'>): LinkKind | undefined =>
    kindOf(link, from, addresses.pages.has(from), hook);
  const habits = findHabits(pages, kindOfLink, readings, isOpen);
  const ended = Map.groupBy(endedAddresses(pages, kindOfLink, readings), folderOf);
  const isAmongFew = (looked: string): boolean => {
    const beside = ended.get(folderOf(looked)) ?? [];
    return beside.includes(looked) && beside.length < mostOfOther;
  };
  const leavesLinks = settings.leavesLinks && hook === undefined;
  const areAddresses =
    (hook === undefined || !findsPages(hook)) && readsAddresses(pages, kindOfLink, readings, leavesLinks);
  const isLostFile = createIsLostFile({
    files,
    root,
    folders: settings.files.map(({ folder }) => folder),
    pages,
    pathOf: (from, link) => {
      const reference = kindOfLink(from, link);
      return reference?.kind === absoluteFile ? reference.path : undefined;
    },
    isFound: (from, path) => readings.read(['address'], from, path) !== undefined,
    changesImages,
  });
  const named = besidePage(pages, kindOfLink, readings);
  /** The same of what lies beside the file of the page and not below its address, where nothing changes links and few are written so. */
  const leftInVain = (from: string, { kind, path }: LinkKind): string | undefined => {
    const isLeft = {
      source: leavesLinks && named.hasFewSources,
      file: leavesLinks && named.hasFewFiles && !changesImages,
      'file of HTML': settings.leavesHtml && named.hasFewFilesOfHtml,
    }[kind];
    if (isLeft !== true) return undefined;
    const looked = readings.addressOf(from, path);
    return liesBesideAlone(readings, from, { kind, path }) && !isRedirected(looked) ? looked : undefined;
  };
  /** What was published by another program before, where none is found that ends so and pages of this site are in the folder. */
  const leftFromOther = (looked: string): string | undefined => {
    const isTold = leavesLinks && isAmongFew(looked) && habits.get('absolute')?.isSure;
    return isTold === true && topFolders.has(partsOf(settings.languages, looked)[0]) && !isOpen(looked)
      ? looked
      : undefined;
  };
  /** What a browser looks for in vain, where that is known without any habit and another page is what was meant. */
  const lookedInVain = (from: string, { element }: Pick<Link, 'element'>, reference: LinkKind): string | undefined => {
    const { kind, path } = reference;
    if (kind === 'source' || kind === 'file' || kind === 'file of HTML') return leftInVain(from, reference);
    if (kind === absoluteFile) {
      const looked = readings.addressOf(from, path);
      return isLostFile(from, { element }, path) && !isOpen(looked) ? looked : undefined;
    }
    if (kind === absoluteOfHtml) return leftFromOther(readings.addressOf(from, path));
    if (kind === 'reference' || extensionOf(path) !== '') return undefined;
    if (tellsCapitals && (leavesLinks || element === 'a')) {
      const looked = readings.inOtherCapitals(from, path);
      if (looked !== undefined) return isRedirected(looked) ? undefined : looked;
    }
    const looked = readings.addressOf(from, path);
    if (addresses.unlisted.has(looked) && readings.read(['name'], from, path) === undefined)
      return isOpen(looked) ? undefined : looked;
    if (!areAddresses || kind !== 'relative' || readings.read(['address'], from, path) !== undefined) return undefined;
    const isMeant = readings.read(['name'], from, path) !== undefined;
    return isMeant && !isOpen(looked) ? looked : undefined;
  };
  const topFolders = new Set(
    [...addresses.pages.values()].map(({ address }) => partsOf(settings.languages, address)[0]),
  );
  const families = new Set([...addresses.pages.values()].map(({ path }) => familyOf(path)));
  return {
    isProven: habits.has('absolute') || areAddresses || leavesLinks,
    areAddresses,
    isOpen,
    resolve(from, link): LinkTarget | undefined {
      // https://gohugo.io/methods/page/relref/: of a fragment alone, the page itself
      if (link.element === 'relref' && link.url.startsWith('#') && addresses.pages.has(from))
        return { kind: 'page', path: from, anchor: link.url.slice(1), exact: true };
      const unknown = link.element === 'relref' ? ({ kind: 'unjudged' } as const) : undefined;
      const reference = kindOfLink(from, link);
      const wrong = reference === undefined ? undefined : lookedInVain(from, link, reference);
      if (wrong !== undefined) return { kind: 'missing', looked: wrong };
      const habit = reference === undefined ? undefined : habits.get(reference.kind);
      if (reference === undefined || habit === undefined) return unknown;
      const found = readings.read(habit.ways, from, reference.path);
      if (found?.kind === 'page') return { ...found, kind: 'page', anchor: reference.anchor, exact: true };
      if (found !== undefined) return { kind: 'file', path: found.path };
      const looked = readings.addressOf(from, reference.path);
      if (isOpen(looked)) return { kind: 'unjudged', exact: true };
      const uses = habit.missing.get(looked)?.size ?? Infinity;
      const isTold =
        reference.kind === 'reference'
          ? !settings.hasOthers || families.has(familyOf(looked))
          : habit.isSure || addresses.names.has(fileNameOf(looked));
      return isTold && uses <= mostPages ? { kind: 'missing', looked } : unknown;
    },
  };
}

/** All that end as HTML does and lead to nothing; none where one leads to something. */
function endedAddresses(
  pages: ReadonlyMap<string, PageFacts>,
  kindOfLink: (from: string, link: Link) => LinkKind | undefined,
  readings: Readings,
): ReadonlySet<string> {
  const ended = new Set<string>();
  for (const [from, { links }] of pages)
    for (const link of links) {
      const reference = kindOfLink(from, link);
      if (reference?.kind !== absoluteOfHtml) continue;
      if (readings.read(['address'], from, reference.path) !== undefined) return new Set();
      ended.add(readings.addressOf(from, reference.path));
    }
  return ended;
}

/** Names of pages begin with the same word where they are about the same: what another repository has is about something else. */
function familyOf(path: string): string {
  return /^\w+-/u.exec(fileNameOf(path))?.[0] ?? fileNameOf(path);
}

/** Lists of what pages say of themselves, and further parts of lists. */
function isListing({ taxonomies, languages }: HugoSettings, address: string): boolean {
  return taxonomies.includes(partsOf(languages, address)[0] ?? '') || /\/page\/\d+$/u.test(address);
}

/** What another repository or program brings. */
function isFilled({ filled, languages }: HugoSettings, address: string): boolean {
  const path = partsOf(languages, address).join('/');
  return filled.some((folder) => path === folder || within(folder, path) !== undefined);
}

/** Those below the top of their language. */
function partsOf(languages: ReadonlySet<string>, address: string): readonly string[] {
  const [first = '', ...rest] = address.split('/').filter(Boolean);
  return languages.has(first) ? rest : [first, ...rest];
}
