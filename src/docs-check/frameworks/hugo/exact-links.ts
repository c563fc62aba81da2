import type { PageFacts } from '../../pages/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { fileNameOf, folderOf, within } from '../../site/paths.ts';
import type { LinkRules } from '../../site/site.ts';
import type { Addresses } from './addresses.ts';
import { findHabits } from '../generators/link-habits.ts';
import { kindOf } from './link-kinds.ts';
import { createReadings } from './readings.ts';
import type { HugoSettings } from './settings.ts';

export interface ExactLinks {
  readonly resolve: NonNullable<LinkRules['resolve']>;
  /** True where the addresses from the top of the site are those of its pages. */
  readonly isProven: boolean;
}

interface Parts {
  readonly settings: HugoSettings;
  readonly addresses: Addresses;
  readonly files: FileIndex;
  readonly root: string;
  readonly pages: ReadonlyMap<string, PageFacts>;
  /** True for an address that the host leads elsewhere. */
  readonly isRedirected: (address: string) => boolean;
  /** The template of the site that makes links of Markdown, where one is in the repository. */
  readonly hook: string | undefined;
}

/** Pages that say the same which is not found, from which on something else answers. */
const mostPages = 8;
/** Pages that the repository has in a folder itself, from which on what fills folders brings none into this one. */
const fewOwn = 3;

/**
 * Reads links as Hugo and a browser do, where the site's own links show that this is how they are meant: nearly all of one kind
 * lead to something. Of any other kind nothing is known, and of what is not found where something unknown may answer. Where
 * only most of them lead to something, an address is told of whose name a page lies elsewhere.
 */
export function createExactLinks({ settings, addresses, files, root, pages, isRedirected, hook }: Parts): ExactLinks {
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
  const habits = findHabits(
    pages,
    (from, link) => kindOf(link, from, addresses.pages.has(from), hook),
    readings,
    isOpen,
  );
  const families = new Set([...addresses.pages.values()].map(({ path }) => familyOf(path)));
  return {
    isProven: habits.has('absolute'),
    resolve(from, link): LinkTarget | undefined {
      // https://gohugo.io/methods/page/relref/: of a fragment alone, the page itself
      if (link.element === 'relref' && link.url.startsWith('#') && addresses.pages.has(from))
        return { kind: 'page', path: from, anchor: link.url.slice(1), exact: true };
      const unknown = link.element === 'relref' ? ({ kind: 'unjudged' } as const) : undefined;
      const reference = kindOf(link, from, addresses.pages.has(from), hook);
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
