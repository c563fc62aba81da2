import type { FormerPath } from '../finding.ts';
import type { Dialect, Heading, Link, PageFacts, PageProblem, Place } from '../page/page-facts.ts';
import type { FileIndex } from './file-index.ts';
import { githubSlugs } from './slugs.ts';

/** Knowledge of one documentation framework: how to find its sites in a tree. */
export interface Framework {
  readonly name: string;
  /** Every site of this framework in the tree, from its settings files. */
  findSites(files: FileIndex): Promise<readonly SiteSources[]>;
}

/** A site before its pages are read: which files to parse, and how. */
export interface SiteSources {
  readonly framework: string;
  /** Folder of the site's settings. */
  readonly root: string;
  readonly configPath: string | undefined;
  readonly dialects: ReadonlyMap<string, Dialect>;
  /** OpenAPI files that the settings name, besides those whose names say so. */
  readonly specifications?: readonly string[];
  /** True where the program looks into every data file for OpenAPI. */
  readonly findsSpecifications?: boolean;
  /** Folders whose files only this framework reads: other Markdown in them is not shown by the code host's rules. */
  readonly contentFolders: readonly string[];
  /** True for a file in these folders that the site does not publish and a code host shows. */
  readonly leaves?: (path: string) => boolean;
  /** True when only a file among the pages names the framework: settings of another one in the same folder win. */
  readonly isGuess?: boolean;
  build(pages: ReadonlyMap<string, PageFacts>): Site;
}

/** A site as its framework would publish it. */
export interface Site {
  readonly framework: string;
  readonly root: string;
  /** Route (`/guide/start`, normalised) of every page to its file; files that several pages include have none. */
  readonly routes: ReadonlyMap<string, string>;
  /** The reverse: the route of every page, the first where it has several. */
  readonly routeOf: ReadonlyMap<string, string>;
  readonly pages: ReadonlyMap<string, PageFacts>;
  readonly navigation: Navigation | undefined;
  /** Addresses in the settings that every page shows: navigation bar, footer, logo, icon. */
  readonly settingsLinks?: readonly SettingsLink[];
  readonly redirects: readonly Redirect[];
  /** True where there may be redirects that are not read here. */
  readonly otherRedirects?: boolean;
  /** The settings file in which the site declares redirects; undefined when it has no place for them. */
  readonly redirectsIn: string | undefined;
  /** Fields of a page's frontmatter that the framework validates or documents. */
  readonly frontmatter: (path: string) => readonly FrontmatterField[];
  /** True when OpenAPI files of the site lie outside of the repository. */
  readonly specificationsElsewhere: boolean;
  readonly links: LinkRules;
  readonly anchors: AnchorStyle;
  /** Where a page looks for a file that it includes; undefined for the default places, empty where it is not judged. */
  readonly includePlaces?: (from: string, source: string) => readonly string[] | undefined;
  /** Components that every page may use; undefined where that is not known. */
  readonly components: ((name: string) => boolean) | undefined;
  readonly unread: Unread;
  /** What the framework itself refuses: settings, duplicate routes, navigation. */
  readonly problems: readonly SiteProblem[];
}

/** What the reader of a site could not read, as clauses for messages. The confidence of a finding is decided from it. */
export interface Unread {
  /** Why the site may have routes that are not known; source files named by their path are not in doubt. */
  readonly addresses?: string | undefined;
  /** Why a link may be read in another way than it is written. */
  readonly links?: string | undefined;
  /** Why headings and components may have other anchors. */
  readonly anchors?: string | undefined;
  /** Why no known program publishes this page, or reads what it names in a known way. */
  readonly page?: (path: string, sought: Sought | undefined) => string | undefined;
}

export interface FrontmatterField {
  readonly field: string;
  readonly kind: 'string' | 'number' | 'boolean' | 'list' | 'map';
  readonly required: boolean;
  /** True when the framework reads `"2"` as 2, `"true"` as true and 2 as `"2"`. */
  readonly converts?: boolean;
  /** `documented` when the build passes all the same, with another effect than the author meant. */
  readonly stated: 'enforced' | 'documented';
}

/** Fields that the documentation gives one kind and that no build refuses. */
export function documentedFields(kind: FrontmatterField['kind'], names: string): FrontmatterField[] {
  return names.split(' ').map((field) => ({ field, kind, required: false, stated: 'documented' }));
}

export interface SiteProblem extends PageProblem {
  readonly path: string;
  /** What was looked for and not found, where the finding is about that. */
  readonly sought?: Sought;
  /** What was there once. */
  readonly former?: FormerPath;
  /** True for an anchor or target that the change removed. */
  readonly lost?: true;
  /** What the author most likely meant, written as the author would. */
  readonly meant?: string;
}

/** Where a finding stands, to be compared with others. */
export function placeOf({ path, line, column }: Pick<SiteProblem, 'path' | 'line' | 'column'>): string {
  return `${path}:${line ?? 0}:${column ?? 0}`;
}

/** What something of a site names: `at` is the path or route that was looked for; for an anchor, the page. */
export interface Sought {
  readonly kind:
    Link['kind'] | 'anchor' | 'import' | 'include' | 'entry' | 'redirect' | 'component' | 'operation' | 'own file';
  readonly written: string;
  readonly at: string;
}

export interface Navigation {
  /** True when a page is shown only where the navigation names it. */
  readonly exhaustive: boolean;
  /** Pages that the navigation shows, by path. */
  readonly pages: ReadonlySet<string>;
  /** Entries that name no page; `at` is the path that was looked for, without its ending, where it says more than the entry. */
  readonly missing: readonly (Place & { readonly path: string; readonly entry: string; readonly at?: string })[];
  /** Entries that name an operation of an OpenAPI file, such as `GET /users`. */
  readonly operations?: Navigation['missing'];
}

/** `path` is the file that writes it; a relative address is read from that file. */
export interface SettingsLink extends Link {
  readonly path: string;
}

export interface Redirect extends Place {
  /** File that declares it. */
  readonly path: string;
  /** Normalised route or pattern. */
  readonly from: string;
  readonly to: string;
  /** True where `from` is no pattern. */
  readonly exact: boolean;
  /** Matches a route against `from`; the route that it leads to, or undefined. */
  apply(route: string): string | undefined;
}

/** How a site reads the links of its pages. */
export interface LinkRules {
  /** What stands before every route of the deployed site; `/` when nothing does. */
  readonly base: string;
  /** False for a link from the top whose address reaches the browser as written, so that the base must stand in it. */
  readonly addsBase: (link: Pick<Link, 'kind' | 'element'>) => boolean;
  /** Locale prefixes (`/fr`) that a route from the top is tried with, in order; an empty one stands for the route as written. */
  readonly prefixes: (from: string, route: string) => readonly string[];
  /** Files that the site shows in place of a missing one, such as the untranslated page. */
  readonly fallbacks: (path: string) => readonly string[];
  /** Folders whose files are served at the root of the site. */
  readonly publicFolders: readonly string[];
  /** How a relative link is read, in this order: beside the file, or from the route of the page. */
  readonly relative: (link: Pick<Link, 'kind' | 'element'>) => readonly ('file' | 'route')[];
  /** Whether a browser reads relative links below the route of this page (`/a/`) or beside it (`/a`); undefined where it may do either. */
  readonly trailingSlash: (path: string) => boolean | undefined;
  /** Folders from which a link names a source file: one with a leading slash, or one that starts with a name (`relative`). */
  readonly sourceRoots: (from: string, written: 'absolute' | 'relative') => readonly string[];
  /** How a link may write the file of a page. */
  readonly names: FileNames;
  /** Prefixes of links, and the folder each means. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Reads links that none of the other rules describes; undefined leaves a link to them. */
  readonly resolve?: (from: string, link: Pick<Link, 'kind' | 'url' | 'element'>) => LinkTarget | undefined;
  /** Why a route or path that is not found cannot be judged; undefined for one that is missing. */
  readonly unknown: (at: string, link?: LinkContext) => string | undefined;
}

/** The link for which something is looked up: its page, and its address as written. */
export interface LinkContext {
  readonly from: string;
  readonly written: string;
  readonly element?: string;
}

export interface FileNames {
  /** Whether a link of this kind to a page may carry the extension of its source (`.md`). */
  readonly source: (link: Pick<Link, 'element'>) => boolean;
  /** Whether the host answers the route of a page with `.html` after it. */
  readonly html: boolean;
  /** Whether a link to a file may leave the extension out. */
  readonly bare: boolean;
  /** Names of a file that stands for its folder. */
  readonly index: readonly string[];
}

/** How a site makes the anchors of its pages. */
export interface AnchorStyle {
  readonly slugs: (headings: readonly Heading[]) => readonly string[];
  /** What gets an anchor made of its words. */
  readonly headings: (facts: PageFacts) => readonly Heading[];
  /** Anchors of the framework's own components, from their names and attributes. */
  readonly componentAnchors: (components: PageFacts['components']) => readonly string[];
  /** Components of the framework that bring no anchors, where `Site.components` does not name them. */
  readonly quietComponents: ReadonlySet<string>;
  /** Compares letters and digits alone, where the framework's algorithm is not published. */
  readonly loose: boolean;
  /** The anchor that a link gets in place of the written one, where the framework changes it. */
  readonly linked: (anchor: string) => string;
  /** True for a page to which a layout or template adds what is not read here. */
  readonly mayHaveMore: (facts: PageFacts) => boolean;
  /** True for an anchor of this page that a program makes, and no heading. */
  readonly isMade: (anchor: string, facts: PageFacts | undefined) => boolean;
  /** Anchors that the theme puts on every page, such as `#top`. */
  readonly everywhere: readonly string[];
}

/** What a site starts from whose program declares nothing but its pages. */
export const plainSite = {
  navigation: undefined,
  frontmatter: () => [],
  specificationsElsewhere: false,
  redirectsIn: undefined,
  redirects: [],
  otherRedirects: true,
  components: undefined,
  unread: {},
  problems: [],
} satisfies Partial<Site>;

export const plainNames: FileNames = { source: () => true, html: true, bare: false, index: ['index'] };

/** The first page of a folder, by its name. */
export function isIndex(path: string): boolean {
  return /(?:^|\/)(?:_?index|readme)\.\w+$/iu.test(path);
}

/** Rules to start from: every link is read beside its file and names one exactly. */
export const plainLinkRules: LinkRules = {
  base: '/',
  addsBase: () => true,
  prefixes: () => [''],
  fallbacks: () => [],
  publicFolders: [],
  relative: () => ['file'],
  trailingSlash: (path) => (isIndex(path) ? undefined : false),
  sourceRoots: () => [],
  names: plainNames,
  aliases: new Map(),
  unknown: () => undefined,
};

/** Anchors as a code host makes them. */
export const plainAnchors: AnchorStyle = {
  slugs: githubSlugs,
  headings: ({ headings }) => headings,
  componentAnchors: () => [],
  quietComponents: new Set(),
  loose: false,
  linked: (anchor) => anchor,
  mayHaveMore: () => false,
  isMade: isContribution,
  everywhere: ['', 'top'],
};

/** The table of all-contributors links every kind of contribution to an anchor that it does not make. https://allcontributors.org */
const contribution =
  /^(?:a11y|audio|blog|bug|business|code|content|data|design|doc|eventOrganizing|example|financial|fundingFinding|ideas|infra|maintenance|mentoring|platform|plugin|projectManagement|promotion|question|research|review|security|talk|test|tool|translation|tutorial|userTesting|video)-[\w-]+$/u;

/** True for such an anchor on a page with the table, which leads to what each of them committed or to the specification. */
function isContribution(anchor: string, facts: PageFacts | undefined): boolean {
  return (
    contribution.test(anchor) && facts?.links.some(({ url }) => /allcontributors\.org|[?&]author=/u.test(url)) === true
  );
}

/** Where a link leads as the framework would route it. */
export type LinkTarget =
  | {
      readonly kind: 'page';
      readonly path: string;
      readonly anchor: string | undefined;
      /** Where a redirect leads on to, if only one reaches the page. */
      readonly redirected?: string;
      /** True where the base of the site has to stand before the address, and does not. */
      readonly lacksBase?: true;
    }
  | { readonly kind: 'file'; readonly path: string; readonly lacksBase?: true }
  | { readonly kind: 'unjudged'; readonly why?: string }
  | { readonly kind: 'malformed' }
  /** `looked` is the path or route that was looked for; `source` the page whose source file it names, where only that is there. */
  | { readonly kind: 'missing'; readonly looked: string; readonly source?: string };

/**
 * Call it before each piece of work with what it is about: it lets the event loop breathe when a slice is used up. Throws
 * the signal's reason.
 */
export type Pace = (about: string) => Promise<void>;
