import type { PageFacts } from '../../page/page-facts.ts';
import { idOf, nameOf } from '../../page/restructuredtext-names.ts';
import { isPicture } from '../../site/file-endings.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, within, withoutExtension } from '../../site/paths.ts';
import { isHabit, isLikelyHabit } from '../../site/habit.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { createRouteTable } from '../../site/route-table.ts';
import { plainAnchors, plainLinkRules, type Site, type Sought } from '../../site/site.ts';
import { numberedSlugs } from '../../site/slugs.ts';
import { mayMakeMarkdown, mayMakePages } from './extensions.ts';
import { mystFrontmatter } from './frontmatter.ts';
import { includesOfParts, foldersByPart } from './includes-of-parts.ts';
import { lostLinks } from './lost-links.ts';
import { navigationOf } from './navigation.ts';
import type { SphinxProject } from './project.ts';
import { createReferences, type References } from './references.ts';
import { repeatedTargets } from './repeated-targets.ts';
import type { SphinxSettings } from './settings.ts';

/** `default_slugify` of MyST-Parser. https://myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html#implicit-targets */
const mystSlugs = numberedSlugs(
  (text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\u4e00-\u9fff\- ]/gu, '')
      .replaceAll(' ', '-'),
  '-',
  1,
);

const sectionIds = numberedSlugs(idOf, '-', 1);

/** Names of targets may have dots, as `schema_hub.config` has. */
const isFileName =
  /\.(?:mdx?|rst|ipynb|txt|html?|pdf|png|jpe?g|gif|svg|webp|py|json|ya?ml|toml|csv|zip|sh|js|css|ini|cfg)$/iu;

/** Pages of a folder that are written by hand, from which on what has no sign of code hardly is made there. */
const severalPages = 3;

export function buildSite(project: SphinxProject, pages: ReadonlyMap<string, PageFacts>): Site {
  const { settings, files, root, published } = project;
  const table = createRouteTable(
    [...pages.keys()].flatMap((path) =>
      published.has(path) ? [[path, [withoutExtension(within(root, path) ?? path)]] as const] : [],
    ),
  );
  const references = createReferences(project, pages);
  const showing = foldersByPart(project, pages);
  const { labels, targetsElsewhere } = references;
  const isOwnName = namesOfItsOwn(pages, references);
  const isTarget = (name: string): boolean =>
    targetsElsewhere && !name.includes('/') && !isFileName.test(name) && !isOwnName(name);
  const otherPages = mayMakePages(settings.extensions);
  const foldersOfPages = new Set([...published].map(folderOf));
  const pagesIn = Map.groupBy(published, folderOf);
  /** Extensions hardly give a page the name of one that is there. */
  const stems = new Set(
    [...published]
      .map((path) => withoutExtension(fileNameOf(path)))
      .filter((name) => !/^(?:index|readme)$/iu.test(name)),
  );
  /** The name of a page in a folder of which the repository has several: extensions write theirs beside each other, with the names of code. */
  const isAmongPages = (at: string): boolean =>
    /^[a-z][a-z\d_-]*$/u.test(fileNameOf(at)) && (pagesIn.get(folderOf(at))?.length ?? 0) >= severalPages;
  /** Pages that extensions make are named without an ending, or stand in a folder of theirs. */
  const mayBeMade = (at: string): boolean =>
    otherPages &&
    !(extensionOf(at) !== '' && stems.has(withoutExtension(fileNameOf(at)))) &&
    !(extensionOf(at) === '.md' && (files.hasFolder(folderOf(at)) || !mayMakeMarkdown(settings.extensions))) &&
    !(extensionOf(at) === '.rst' && foldersOfPages.has(folderOf(at))) &&
    !isKnownPicture(at);
  const names = new Set(files.paths.filter((path) => isPicture(path)).map(fileNameOf));
  /** A picture is made with the pages of its folder, or moved. */
  const isKnownPicture = (at: string): boolean =>
    isPicture(at) && (files.hasFolder(folderOf(at)) || names.has(fileNameOf(at)));
  const mayAnswer = (at: string): boolean => mayBeMade(at) && !isAmongPages(at);
  const guessed = guessedIn(settings, pages, files);
  const own = settings.changesPages ? 'conf.py' : settings.extensions.find((name) => isOwn(name, files));
  const whyMade = (sought: Sought | undefined): string | undefined =>
    own === undefined || sought === undefined ? undefined : `the program ${own} of the site may bring it`;
  return {
    framework: settings.usesMyst ? 'sphinx-myst' : 'sphinx',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    navigation: navigationOf(project, references, pages),
    frontmatter: () => mystFrontmatter,
    specificationsElsewhere: false,
    redirectsIn: undefined,
    redirects: [],
    otherRedirects: true,
    links: {
      ...plainLinkRules,
      sourceRoots: () => [root],
      includePlaces: (from, source) =>
        source.startsWith('/') || !showing.has(from)
          ? undefined
          : [folderOf(from), ...(showing.get(from)?.keys() ?? [])].flatMap((folder) => joinPath(folder, source) ?? []),
      bareName: true,
      resolve: (from, link) =>
        references.resolve(from, link) ??
        ofOwnPrefix(labels, link.url) ??
        (link.element === 'markdown' && settings.extensions.includes('myst_parser') && !labels.has(nameOf(link.url))
          ? ofFolder(pages, from, link.url)
          : undefined),
      mayAnswer,
      // A link may also name a target of the project instead of a file.
      unknowable: (at, link) =>
        mayAnswer(at) || labels.has(fileNameOf(at)) || isTarget(link?.written ?? fileNameOf(at)),
      unsure: (at) =>
        mayBeMade(at) && isAmongPages(at) ? 'an extension of the site makes pages, and may make this one' : undefined,
    },
    anchors: {
      ...plainAnchors,
      slugs: (headings) => [
        ...mystSlugs(headings.filter(({ depth, id }) => depth <= settings.headingAnchors || id !== undefined)),
        ...sectionIds(headings),
      ],
      mayHaveMore: () => settings.ownAnchors,
      reachesElsewhere: (anchor) => references.isElsewhere(anchor) || labels.has(anchor),
      // https://docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization
      inSmallLetters: (page) => !['.md', '.ipynb'].includes(extensionOf(page)),
      // Sections of which nothing is left are numbered by docutils.
      madeElsewhere: (anchor) => /^(?:section-|id)\d+$/u.test(anchor),
    },
    components: undefined,
    guessed: (path, rule, sought) => guessed(path, rule, sought) ?? whyMade(sought),
    problems: [
      ...repeatedTargets(pages, published),
      ...lostLinks(project, pages),
      ...includesOfParts(files, pages, showing),
    ],
  };
}

/** A name without any sign that those of other projects and of code mostly have, such as `numpy.ndarray` and `DropdownNode`. */
const isPlainName = /^[a-z][a-z\d_-]*$/u;
/** Names that begin alike and that no page has, from which on something makes them. */
const madeAlike = 3;

/**
 * Tells the plain names that links of MyST may only mean the project's own pages and targets with: nearly all of them do, so
 * that one that does not hardly is one of another project.
 */
function namesOfItsOwn(pages: ReadonlyMap<string, PageFacts>, references: References): (name: string) => boolean {
  const names = new Map<string, boolean>();
  for (const [path, { links }] of pages) {
    for (const { element, url } of links) {
      if (element !== 'markdown' || !isPlainName.test(url) || names.get(url) === true) continue;
      names.set(url, references.labels.has(nameOf(url)) || references.documentOf(path, url) !== undefined);
    }
  }
  const unknown = [...names.keys()].filter((name) => names.get(name) === false);
  const alike = Map.groupBy(unknown, firstWord);
  const isMade = (name: string): boolean => (alike.get(firstWord(name))?.length ?? 0) >= madeAlike;
  const others = unknown.filter((name) => !isMade(name)).length;
  const all = names.size - unknown.length + others;
  const isUsual = isHabit(all, others) || isLikelyHabit(all, others);
  return (name) => isUsual && isPlainName.test(name) && !isMade(name);
}

function firstWord(name: string): string {
  return name.replace(/[-_].*$/u, '');
}

/** Pages of reStructuredText have been read for a short time only, so that nothing is certain of them, nor of the targets that they bring. */
function guessedIn(
  { extensions }: SphinxSettings,
  pages: ReadonlyMap<string, PageFacts>,
  files: FileIndex,
): NonNullable<Site['guessed']> {
  const isOfText = (path: string): boolean => extensionOf(path) !== '.md';
  const hasText = [...pages.keys()].some(isOfText) || extensions.some((name) => name.includes('intersphinx'));
  const mayBeTarget = (path: string, { kind, written, at }: Sought): boolean =>
    kind === 'anchor' ? at === path || isOfText(at) : kind === 'page' && !/[/.]/u.test(written);
  const otherPages = mayMakePages(extensions);
  return (path, _rule, sought) =>
    isOfText(path) ||
    (otherPages && sought !== undefined && sought.kind !== 'anchor' && !isBesideSources(sought.at, files)) ||
    (hasText && sought !== undefined && mayBeTarget(path, sought))
      ? 'an extension of Sphinx, or reStructuredText that is not read here, may bring it'
      : undefined;
}

/** Where an extension that makes pages makes none. */
function isBesideSources(at: string, files: FileIndex): boolean {
  return extensionOf(at) === '.md' && files.hasFolder(folderOf(at));
}

/** An extension that the repository brings. */
function isOwn(name: string, files: FileIndex): boolean {
  const path = name.replaceAll('.', '/');
  const endings = [`${path}.py`, `${path}/__init__.py`];
  return files.paths.some((file) => endings.some((ending) => file === ending || file.endsWith(`/${ending}`)));
}

/** `part:name` looks like an address of a scheme, and is one of the project's targets where others begin with `part:`. */
function ofOwnPrefix(labels: References['labels'], url: string): LinkTarget | undefined {
  const prefix = /^[a-z][\w-]*:(?=[\w:-]+$)/iu.exec(url)?.[0].toLowerCase();
  if (prefix === undefined || labels.has(nameOf(url))) return undefined;
  return [...labels.keys()].some((label) => label.startsWith(prefix)) ? { kind: 'missing', looked: url } : undefined;
}

/** MyST looks for files and documents: of a folder it finds nothing, also where it has an `index`. */
function ofFolder(pages: Site['pages'], from: string, url: string): LinkTarget | undefined {
  const [path = ''] = url.split('#', 1);
  const at =
    /^\.{0,2}[\w/.-]*\w\/?$/u.test(path) && !/^\/|:/u.test(path)
      ? joinPath(folderOf(from), path.replace(/\/$/u, ''))
      : undefined;
  if (at === undefined || at === '') return undefined;
  const isPage = (name: string): boolean => ['.md', '.rst', '.ipynb'].some((ending) => pages.has(name + ending));
  return !isPage(at) && isPage(`${at}/index`) ? { kind: 'missing', looked: at } : undefined;
}
