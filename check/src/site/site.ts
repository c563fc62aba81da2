import type { FormerPath } from '../docs-tree.ts';
import type { Dialect, Heading, Link, PageFacts, PageProblem, Place } from '../page/page-facts.ts';
import { isContribution } from './contributions.ts';
import type { FileIndex } from './file-index.ts';
import type { LinkTarget } from './link-target.ts';
import { githubSlugs } from './slugs.ts';

/** Knowledge of one documentation framework: how to find its sites in a tree. */
export interface Framework {
  readonly name: string;
  /** Every site of this framework in the tree, from its configuration files. */
  findSites(files: FileIndex): Promise<readonly SiteSources[]>;
}

/** A site before its pages are read: which files to parse, and how. */
export interface SiteSources {
  readonly framework: string;
  /** Folder of the site's configuration. */
  readonly root: string;
  readonly configPath: string | undefined;
  readonly dialects: ReadonlyMap<string, Dialect>;
  /** OpenAPI files that the settings name, besides those that are called so. */
  readonly specifications?: readonly string[];
  /** True where the program looks into every file of data for OpenAPI, whatever its name. */
  readonly findsSpecifications?: boolean;
  /** Folders whose files only this framework reads: Markdown there that is no page is not documentation of its own. */
  readonly contentFolders: readonly string[];
  /** True where it publishes no READMEs and their like but those among its pages, and leaves the others to the code host. */
  readonly leavesReadmes?: true;
  build(pages: ReadonlyMap<string, PageFacts>): Site;
}

/** A site as its framework would publish it. */
export interface Site {
  readonly framework: string;
  readonly root: string;
  /** Route (`/guide/start`, normalised) of every page to its file; files that several pages include have none. */
  readonly routes: ReadonlyMap<string, string>;
  /** The reverse: the route of every page; where it has several, the first. */
  readonly routeOf: ReadonlyMap<string, string>;
  readonly pages: ReadonlyMap<string, PageFacts>;
  readonly navigation: Navigation | undefined;
  /** Addresses that its settings write: in a bar or footer that every page shows, as logo or icon. */
  readonly settingsLinks?: readonly SettingsLink[];
  /** Files that tags name which its settings put into the head of every page, as they are written. */
  readonly headLinks?: readonly SettingsLink[];
  readonly redirects: readonly Redirect[];
  /** True where it may have others, declared in ways that are not read here. */
  readonly otherRedirects?: boolean;
  /** The settings file in which the site declares redirects; undefined when it has no place for them. */
  readonly redirectsIn: string | undefined;
  /** Fields of a page's frontmatter that the framework checks itself, or whose kind its documentation states. */
  readonly frontmatter: (path: string) => readonly FrontmatterField[];
  /** True when OpenAPI files of the site lie outside of the repository. */
  readonly specificationsElsewhere: boolean;
  readonly links: LinkRules;
  readonly anchors: AnchorStyle;
  /** Components that every page may use; undefined where the framework does not tell. */
  readonly components: ((name: string) => boolean) | undefined;
  /** Why what a rule finds on this page may be read otherwise than it is here; undefined where that is known. */
  readonly guessed?: (path: string, rule: string, sought: Sought | undefined) => string | undefined;
  /** What the framework itself would refuse: settings, duplicate routes, navigation. */
  readonly problems: readonly SiteProblem[];
}

export interface FrontmatterField {
  readonly field: string;
  readonly kind: 'string' | 'number' | 'boolean' | 'list' | 'map';
  readonly required: boolean;
  /** True when the framework reads `"2"` as 2, `"true"` as true and 2 as `"2"`. */
  readonly converts?: boolean;
  /** `documented` when the framework builds the page all the same, with another effect than the author meant. */
  readonly stated: 'enforced' | 'documented';
}

/** Fields that the documentation gives one kind and that no build refuses. */
export function documentedFields(kind: FrontmatterField['kind'], names: readonly string[]): FrontmatterField[] {
  return names.map((field) => ({ field, kind, required: false, stated: 'documented' }));
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

/** What something of a site names: `at` is the path or route that was looked for; of an anchor, the page. */
export interface Sought {
  readonly kind:
    | Link['kind']
    | 'anchor'
    | 'import'
    | 'include'
    | 'entry'
    | 'redirect'
    | 'component'
    | 'operation'
    | 'own file';
  readonly written: string;
  readonly at: string;
  /** The address of the page whose file has that name in its folder. */
  readonly byFile?: string;
}

export interface Navigation {
  /** True when a page is shown only where the navigation names it. */
  readonly exhaustive: boolean;
  /** True when what it does not name is no page at all. */
  readonly makesPages?: true;
  /** Pages that the navigation shows, by path. */
  readonly pages: ReadonlySet<string>;
  /** Entries that name no page; `at` is where it is looked for, without its ending, where that tells more than the entry. */
  readonly missing: readonly (Place & { readonly path: string; readonly entry: string; readonly at?: string })[];
  /** Why they may be right all the same. */
  readonly unsure?: string;
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
  /** True where `from` is no pattern, so that nothing but itself matches it. */
  readonly exact: boolean;
  /** Matches a route against `from`; the route that it leads to, or undefined. */
  apply(route: string): string | undefined;
}

export interface LinkRules {
  /** What stands before every route of the deployed site and may be written in links; `/` when nothing does. */
  readonly base: string;
  /**
   * Where the program puts it before every address of Markdown that begins with a slash, so that it stands there twice where it is
   * written: whether the build refuses that, or goes on, so that the host may know the address.
   */
  readonly addsBase?: 'refuses twice' | 'goes on';
  /**
   * Where nothing changes addresses from the top of the host, of one element of HTML alone or of all: what has to stand before
   * them, undefined where only what says at which address the site is published tells that; certain where the host is known to have
   * the site there. `isMade` is true for a route of the site whose page is none of the repository; `topLeadsOn` where the top of the
   * host leads on to the site. Of frontmatter a theme makes addresses of its own, unless it is known to take them as they are.
   */
  readonly leavesAddresses?:
    | {
        readonly base?: string;
        readonly isCertain: boolean;
        readonly element?: string;
        readonly topLeadsOn?: true;
        readonly isMade?: (route: string) => boolean;
        readonly ofFrontmatter?: true;
      }
    | undefined;
  /** Templates of the site itself, whose HTML stands on pages as it is written, and what has to stand before addresses there, as above. */
  readonly templates?: { readonly base?: string; readonly has: (path: string) => boolean } | undefined;
  /** True for a link whose address the program leaves as it is, so that the source of a page is none, beside the page or below it. */
  readonly leavesSources?: (link: Pick<Link, 'element'>) => boolean;
  /** The same where that depends on the page that has the link and the one that is meant. */
  readonly leavesSource?: (link: Pick<Link, 'element' | 'url'>, from: string, to: string) => boolean;
  /** True where the relative address of a picture in an element of HTML stands as it is, and is not looked for beside the file of the page. */
  readonly leavesFilesOfHtml?: boolean;
  /** True where targets of redirects are taken as they are, so that the base has to stand in them. */
  readonly redirectsNameBase?: true;
  /** What the site may put before a link of this page that starts with `/`, such as the language of its reader. */
  readonly prefixes: (from: string) => readonly string[];
  /** Folders whose files are served at the root of the site. */
  readonly publicFolders: readonly string[];
  /** How a relative link is read, in this order: beside the file, or beside the address of the page. */
  readonly relative: (link: Pick<Link, 'kind' | 'element'>) => readonly ('file' | 'route')[];
  /** True when a page that has the anchor may be meant, whichever of these ways leads to it. */
  readonly anyWay: boolean;
  /** Other files that a file not found stands for, such as the untranslated page. */
  readonly twins: (path: string) => readonly string[];
  /** False where a link to a page that starts with `/` may leave the documentation for another part of the same host. */
  readonly judgesAbsolute: boolean;
  /** True when the address of a page ends in a slash, so that `a` means a child of the page. */
  readonly trailingSlash: boolean;
  /** True for a page whose own address ends in a slash, where others have none. */
  readonly endsInSlash?: (path: string) => boolean;
  /** True where a browser is known to read relative links, from the address of the page with a slash at its end. */
  readonly fromAddresses?: boolean;
  /** How the address of a page ends for a browser, where relative links without the ending of a file are left to it; undefined where nothing tells. */
  readonly addressEnds?: AddressEnds | undefined;
  /** What the program says of the address of a folder that has no slash at its end, where it refuses one; undefined where it takes it, or may. */
  readonly refusesFolders?: string | undefined;
  /** Folders at which a link that starts with `/` may name a source file. */
  readonly sourceRoots: (from: string) => readonly string[];
  /** True when a relative link that does not start with a dot may name a source file from one of these as well. */
  readonly relativeFromRoots: boolean;
  /** True when a link to a page may carry its source extension (`.md`). */
  readonly sourceExtension: boolean;
  /** True where an address with the ending of a source is that of the file alone, and never of another one beside it. */
  readonly namesSources?: true;
  /** True where a template of the site's own finds the page of a source file, whatever its generator does. */
  readonly findsSources?: boolean;
  /** An ending of source files with which no page is found, such as `.mdx`. */
  readonly unpublishedEnding?: string;
  /** The ending with which the host answers the text of any page, whatever that of its file. */
  readonly textEnding?: string;
  /** True where a slash after the name of a source file (`a.md/`) is passed over, or may be. */
  readonly slashAfterSource: boolean;
  /** True for a file that can be reached on the site: one of elsewhere in the repository may be read there, and not here. */
  readonly publishes: (path: string) => boolean;
  /**
   * The folder of the pages, where these are published without it: a relative address that climbs out of it and comes back
   * by its name leads to nothing.
   */
  readonly pagesFolder?: string;
  /** False where the host does not answer the route of a page with `.html` after it. */
  readonly htmlEnding: boolean;
  /** True when a link to a page may leave the extension out. */
  readonly bareName: boolean;
  /** True when a link to a folder that exists is good (a forge shows its files). */
  readonly folders: boolean;
  /** Names of a file that stands for its folder. */
  readonly indexNames: readonly string[];
  /**
   * Routes and files that are made by something that is not evaluated here: never judged. A link tells the page that
   * has it and what stands there besides, since an unknown generator may read that in other ways.
   */
  readonly unknowable: (
    routeOrPath: string,
    link?: { readonly from: string; readonly written: string; readonly element?: string },
  ) => boolean;
  /** True for a route at which something may answer that is not read; undefined where it is not known where all pages are published. */
  readonly mayAnswer?: (route: string) => boolean;
  /** Why an address that is not found may be right all the same, where those that are written like it mostly are found. */
  readonly unsure: (routeOrPath: string, written: string) => string | undefined;
  /** True where an address of this page counts as right as soon as anything of the repository has its name. */
  readonly byName: (from: string) => boolean;
  /** True for a route that the host leads elsewhere. */
  readonly answered: (route: string) => boolean;
  /** True when a plugin of the site's own gives links to pages other addresses. */
  readonly rewritten: boolean;
  /** `alias/` prefixes of links, and the folder each means. */
  readonly aliases: ReadonlyMap<string, string>;
  /** False where no plugin or bundler could give another name such a meaning, as in `@parts/a`. */
  readonly otherAliases?: boolean;
  /** How an address is looked up where it is no path of a file and no route. */
  readonly resolve?: (from: string, link: Pick<Link, 'kind' | 'url' | 'element'>) => LinkTarget | undefined;
  /**
   * Where a file that a page includes is looked for, where that has rules of its own; nowhere when it is not judged, undefined
   * where the rules are those of others.
   */
  readonly includePlaces?: (from: string, source: string) => readonly string[] | undefined;
  /** Folders in which an included file is looked for when it is not beside the page. */
  readonly includeRoots: readonly string[];
}

export interface AddressEnds {
  /** True for `/a/`, false for `/a`, even where that is the first page of a folder. */
  readonly slash: boolean;
  /** Why it ends so, as words that stand after `the address of this page is /a/`. */
  readonly why: string;
}

/** https://nextjs.org/docs/app/api-reference/config/next-config-js/trailingSlash */
export const withoutSlash: AddressEnds = { slash: false, why: 'without a slash at its end' };

export interface AnchorStyle {
  /** Anchors of the headings of a page. */
  readonly slugs: (headings: readonly Heading[]) => readonly string[];
  /** How the program makes them by default, where it may have been set otherwise. */
  readonly usual?: AnchorStyle['slugs'];
  /** True where nothing sets it otherwise. */
  readonly isOnlyUsual?: boolean;
  /** Anchors that the framework's own components on a page bring, from their names and attributes. */
  readonly componentAnchors: (components: PageFacts['components']) => readonly string[];
  /** Components of the framework that bring none, where `Site.components` does not tell them. */
  readonly quietComponents: ReadonlySet<string>;
  /** Why an anchor that is not found may be there all the same; undefined where nothing speaks for it. */
  readonly uncertain?: string | undefined;
  /** Compares loosely where the framework's own way of making anchors is not published. */
  readonly loose: boolean;
  /** True for a page of which the program makes the anchors of all titles and targets in small letters. */
  readonly inSmallLetters?: (page: string) => boolean;
  /** True where headings of raw HTML get anchors like others. */
  readonly ofHtml: boolean;
  /** True where titles of what a reader unfolds do. */
  readonly ofDetails?: boolean;
  /** The anchor that a link is given in place of the written one, where the framework changes it. */
  readonly linked: (anchor: string) => string;
  /** Pages to which a layout or template adds what is not read here. */
  readonly mayHaveMore: (facts: PageFacts) => boolean;
  /** True for an anchor that `#anchor` alone, on this page, may reach on another page or in another project. */
  readonly reachesElsewhere: (anchor: string, facts: PageFacts | undefined) => boolean;
  /** True for an anchor that a program of the site may give a page, and that is like none of a heading. */
  readonly madeElsewhere: (anchor: string) => boolean;
  /** Anchors that the theme puts on every page, such as `#top`. */
  readonly everywhere: readonly string[];
}

/** What a site starts from whose program tells no more than its pages: no navigation, any redirect of its host, any component. */
export const plainSite = {
  navigation: undefined,
  frontmatter: () => [],
  specificationsElsewhere: false,
  redirectsIn: undefined,
  redirects: [],
  otherRedirects: true,
  components: undefined,
  problems: [],
} satisfies Partial<Site>;

/** Rules to start from: every link is read beside its file and names one exactly. */
export const plainLinkRules: LinkRules = {
  base: '/',
  prefixes: () => [],
  publicFolders: [],
  relative: () => ['file'],
  anyWay: false,
  twins: () => [],
  judgesAbsolute: true,
  trailingSlash: false,
  sourceRoots: () => [],
  relativeFromRoots: false,
  sourceExtension: true,
  slashAfterSource: false,
  publishes: () => true,
  htmlEnding: true,
  bareName: false,
  folders: false,
  indexNames: ['index'],
  unknowable: () => false,
  unsure: () => undefined,
  byName: () => false,
  answered: () => false,
  rewritten: false,
  aliases: new Map(),
  includeRoots: [],
};

/** Anchors as a code host makes them. */
export const plainAnchors: AnchorStyle = {
  slugs: githubSlugs,
  componentAnchors: () => [],
  quietComponents: new Set(),
  loose: false,
  ofHtml: false,
  linked: (anchor) => anchor,
  mayHaveMore: () => false,
  reachesElsewhere: isContribution,
  madeElsewhere: () => false,
  everywhere: ['', 'top'],
};
