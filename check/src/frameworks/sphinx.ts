import { posix } from 'node:path';
import { unreadDialect, type Dialect, type Link, type PageFacts } from '../page/page-facts.ts';
import { idOf, nameOf } from '../page/restructuredtext.ts';
import type { FileIndex } from '../site/file-index.ts';
import {
  type Framework,
  type FrontmatterField,
  type LinkTarget,
  type Navigation,
  type Site,
  type SiteSources,
  documentedFields,
  plainAnchors,
  plainLinkRules,
  plainNames,
  plainSite,
} from '../site/site.ts';
import {
  matchPaths,
  parseAddress,
  extensionOf,
  fileNameOf,
  folderOf,
  joinPath,
  within,
  withoutExtension,
} from '../site/paths.ts';
import { createRouteTable } from '../site/routes.ts';
import { looseForm, numberedSlugs } from '../site/slugs.ts';
import { sphinxExtensions, sphinxPageMakers, sphinxTargetMakers } from './known-plugins.ts';

/** Sphinx: a `conf.py` that loads MyST, or that has its root document beside it. https://www.sphinx-doc.org/en/master/usage/configuration.html */
export const sphinx: Framework = {
  name: 'sphinx',
  async findSites(files) {
    const configs = files.paths.filter((path) => fileNameOf(path) === 'conf.py');
    const sites = await Promise.all(configs.map((path) => findSite(files, path)));
    return sites.filter((site) => site !== undefined);
  },
};

/* Sites */

/** A project before its pages are parsed. */
interface Project {
  readonly settings: Settings;
  readonly configPath: string;
  readonly files: FileIndex;
  readonly root: string;
  /** Pages. All other parsed files are only included by them. */
  readonly published: ReadonlySet<string>;
  /** Targets in files above the project, which pages may include. */
  readonly outside: ReadonlySet<string>;
}

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources | undefined> {
  const root = folderOf(configPath);
  const settings = readSettings((await files.readText(configPath)) ?? '');
  const endings = settings.usesMyst ? ['.md', '.rst', ...settings.suffixes] : settings.suffixes;
  const isWhole = endings.some((ending) => files.has(joinPath(root, settings.rootDocument + ending) ?? ''));
  if (!settings.usesMyst && !(settings.isSphinx && isWhole)) return undefined;
  const built = matchPaths(['_build/**', '**/_build/**', '_templates/**'], { dot: true });
  const patterns = settings.excluded.flatMap((pattern) => [pattern, `${pattern}/**`]);
  const excluded = matchPaths(patterns, { dot: true });
  const dialects = new Map<string, Dialect>();
  const published = new Set<string>();
  for (const path of files.paths) {
    const inside = within(root, path);
    if (inside === undefined || built(inside)) continue;
    const isExcluded = excluded(inside) || excluded(fileNameOf(path));
    const dialect = dialectOf(path, settings, isExcluded);
    if (dialect === undefined) continue;
    dialects.set(path, dialect);
    if (!isExcluded && !isPart(path, settings.suffixes)) published.add(path);
  }
  const project: Project = { settings, configPath, files, root, published, outside: await labelsAbove(files, root) };
  return {
    framework: settings.usesMyst ? 'sphinx-myst' : 'sphinx',
    root,
    configPath,
    contentFolders: settings.usesMyst ? [root] : [],
    dialects,
    build: (pages) => buildSite(project, pages),
  };
}

const markdown: Dialect = {
  syntax: 'markdown',
  indentedCode: true,
  headingId: 'braces',
  masks: ['attribute-list', 'myst-directive'],
  includes: 'myst',
  repeatedFields: true,
};

/** Included files are parsed too, because they may define targets. */
function dialectOf(
  path: string,
  { usesMyst, colonFence, suffixes }: Settings,
  isExcluded: boolean,
): Dialect | undefined {
  const extension = extensionOf(path);
  if (extension === '.md' || extension === '.ipynb') {
    if (!usesMyst || isExcluded) return undefined;
    return extension === '.md' ? { ...markdown, blocks: colonFence ? 'myst-colons' : 'myst' } : unreadDialect;
  }
  const isRead = /\.(?:rst|inc|rst\.txt)$/u.test(path) || suffixes.some((suffix) => path.endsWith(suffix));
  return isRead ? { ...unreadDialect, syntax: 'restructuredtext' } : undefined;
}

function isPart(path: string, suffixes: readonly string[]): boolean {
  return !['.md', '.ipynb'].includes(extensionOf(path)) && !suffixes.some((suffix) => path.endsWith(suffix));
}

/** Targets in files above the project, such as an included changelog. */
async function labelsAbove(files: FileIndex, root: string): Promise<ReadonlySet<string>> {
  const above = files.paths.filter(
    (path) =>
      extensionOf(path) === '.rst' && folderOf(path) !== root && within(folderOf(path), `${root}/`) !== undefined,
  );
  const texts = await Promise.all(above.map(async (path) => (await files.readText(path)) ?? ''));
  const targets = texts.flatMap((text) => [...text.matchAll(/^ *\.\. _([^\n]+):[ ]*$/gmu)]);
  return new Set(targets.map(([, name = '']) => nameOf(name)));
}

/** https://myst-parser.readthedocs.io/en/latest/configuration.html#frontmatter-local-configuration */
const frontmatterFields: readonly FrontmatterField[] = [
  ...documentedFields('map', 'myst html_meta substitutions'),
  ...documentedFields('number', 'tocdepth'),
];

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

/** Known extensions only, because target names may contain dots, such as `schema_hub.config`. */
const isFileName =
  /\.(?:mdx?|rst|ipynb|txt|html?|pdf|png|jpe?g|gif|svg|webp|py|json|ya?ml|toml|csv|zip|sh|js|css|ini|cfg)$/iu;

function buildSite(project: Project, pages: ReadonlyMap<string, PageFacts>): Site {
  const { settings, files, root, published } = project;
  const { extensions } = settings;
  const table = createRouteTable(
    [...pages.keys()].flatMap((path) =>
      published.has(path) ? [[path, [withoutExtension(within(root, path) ?? path)]] as const] : [],
    ),
  );
  const references = createReferences(project, pages);
  const showing = foldersOfShowing(root, pages);
  const { labels } = references;
  const pageMaker = settings.writesPages ? 'conf.py' : extensions.find((name) => sphinxPageMakers.test(name));
  const hook = settings.changesPages ? 'conf.py' : extensions.find((name) => isOfRepository(name, files));
  return {
    ...plainSite,
    framework: settings.usesMyst ? 'sphinx-myst' : 'sphinx',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    navigation: navigationOf(project, references, pages),
    frontmatter: () => frontmatterFields,
    links: {
      ...plainLinkRules,
      sourceRoots: (_from, written) => (written === 'absolute' ? [root] : []),
      names: { ...plainNames, bare: true },
      resolve: (from, link) => references.resolve(from, link),
      unknown: (target, link) => {
        const name = link?.written ?? fileNameOf(target);
        // A MyST link may also name a target instead of a file.
        if (labels.has(fileNameOf(target))) return 'a target of the project has that name';
        if (references.targetsElsewhere !== undefined && !name.includes('/') && !isFileName.test(name))
          return references.targetsElsewhere;
        const mayBePage = ['', '.rst'].includes(extensionOf(target)) && !files.hasFolder(folderOf(target));
        const isMade = pageMaker !== undefined && mayBePage;
        return isMade ? `${pageMaker} makes pages of the site` : undefined;
      },
    },
    // Links of an included file resolve from the including page's folder. https://github.com/sphinx-doc/sphinx/issues/6345
    includePlaces: (from, source) =>
      source.startsWith('/') || !showing.has(from)
        ? undefined
        : [folderOf(from), ...(showing.get(from) ?? [])].flatMap((folder) => joinPath(folder, source) ?? []),
    anchors: {
      ...plainAnchors,
      slugs: (headings) => [
        ...mystSlugs(headings.filter(({ depth, id }) => depth <= settings.headingAnchors || id !== undefined)),
        ...sectionIds(headings),
      ],
      mayHaveMore: () => settings.ownAnchors,
      // Docutils numbers sections whose id would be empty.
      isMade: (anchor, facts) => {
        if (/^(?:section-|id)\d+$/u.test(anchor) || labels.has(anchor)) return true;
        // A literal URL is no target of another project.
        const isAddress = facts?.links.some(({ element, url }) => element === 'url' && url === `#${anchor}`) === true;
        return !isAddress && references.isElsewhere(anchor);
      },
    },
    unread: {
      addresses:
        hook !== undefined
          ? `the program ${hook} of the site may bring it`
          : pageMaker === undefined
            ? undefined
            : `${pageMaker} makes pages of the site`,
      anchors: hook === undefined ? references.targetsElsewhere : `the program ${hook} of the site may bring it`,
      page: (path) =>
        published.has(path) || ['.md', '.ipynb'].includes(extensionOf(path)) ? undefined : 'other pages show this part',
    },
  };
}

/** True for an extension in the repository itself. */
function isOfRepository(name: string, files: FileIndex): boolean {
  const path = name.replaceAll('.', '/');
  const endings = [`${path}.py`, `${path}/__init__.py`];
  return files.paths.some((file) => endings.some((ending) => file === ending || file.endsWith(`/${ending}`)));
}

/** Folders of the pages that include a file directly. */
function foldersOfShowing(root: string, pages: ReadonlyMap<string, PageFacts>): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, readonly string[]>();
  for (const [path, { includes }] of pages)
    for (const { source, shows } of includes) {
      const file = shows === 'markdown' ? joinPath(source.startsWith('/') ? root : folderOf(path), source) : undefined;
      const includers = folders.get(file ?? '') ?? [];
      if (file !== undefined && pages.has(file) && !includers.includes(folderOf(path)))
        folders.set(file, [...includers, folderOf(path)]);
    }
  return folders;
}

/* References: https://www.sphinx-doc.org/en/master/usage/referencing.html */

/** Resolves references between the pages of a project. */
interface References {
  /** All targets, with the file that defines each. */
  readonly labels: ReadonlyMap<string, string>;
  /** Why another project or an extension may define targets. */
  readonly targetsElsewhere: string | undefined;
  /** True if an unknown target may be defined elsewhere. */
  isElsewhere(label: string): boolean;
  resolve(from: string, link: Pick<Link, 'url' | 'element' | 'namesTarget'>): LinkTarget | undefined;
  /** The page that a `toctree` or `:doc:` names. */
  documentOf(from: string, name: string): string | undefined;
  /** Expected path of that page without extension; undefined if it cannot be judged. */
  placeOf(from: string, name: string): string | undefined;
}

/** Labels that Sphinx generates. */
const madeLabels = ['genindex', 'modindex', 'search'];
const madeIndex = /^index$|(?:^|-)(?:modindex|routingtable)$/u;

function createReferences(project: Project, pages: ReadonlyMap<string, PageFacts>): References {
  const { settings, files, root, published, outside } = project;
  const { extensions } = settings;
  const labels = labelsOf(project, pages);
  const looseLabels = new Set([...labels.keys()].map(looseForm));
  const targetsElsewhere = whyTargetsElsewhere(settings, pages);
  // A label that differs from a known target only in punctuation is a mistyped one.
  const isElsewhere = (label: string): boolean => targetsElsewhere !== undefined && !looseLabels.has(looseForm(label));
  const suffixes = ['.md', '.ipynb', ...settings.suffixes];
  const documents = new Map([...published].map((path) => [stripSuffix(path, suffixes), path]));
  const foldersOfPages = new Set([...documents.keys()].map(folderOf));
  const showing = foldersOfShowing(root, pages);
  /** An included file resolves from the pages that include it. */
  const foldersFor = (from: string): readonly string[] => {
    const includingFolders = showing.get(from) ?? [];
    return published.has(from) ? [folderOf(from), ...includingFolders] : includingFolders;
  };
  const placesOf = (from: string, name: string): readonly string[] =>
    (name.startsWith('/') ? [root] : foldersFor(from)).flatMap((folder) => joinPath(folder, name) ?? []);
  /** Page names never resolve above the project's root. */
  const documentPlaces = (from: string, name: string): readonly string[] =>
    (name.startsWith('/') ? [root] : foldersFor(from)).flatMap(
      (folder) => joinPath(root, posix.join('/', within(root, folder) ?? '', name)) ?? [],
    );
  const documentOf = (from: string, name: string): string | undefined =>
    documentPlaces(from, name)
      .map((place) => documents.get(place))
      .find((path) => path !== undefined);
  const makesPages = settings.writesPages || extensions.some((name) => sphinxPageMakers.test(name));
  const mayBeMade = (place: string): boolean => makesPages && !foldersOfPages.has(folderOf(place));
  /** The file exists with another extension, which an unknown parser may read. */
  const isUnread = (place: string): boolean => ['.md', '.ipynb', '.txt'].some((ending) => files.has(place + ending));
  const placeOf = (from: string, name: string): string | undefined => {
    const [place] = documentPlaces(from, name);
    return place === undefined || mayBeMade(place) || isUnread(place) ? undefined : place;
  };
  const resolveDocument = (from: string, name: string): LinkTarget => {
    const path = documentOf(from, name);
    if (path !== undefined) return { kind: 'page', path, anchor: undefined };
    if (name.includes(':')) return { kind: 'unjudged', why: 'another project may have it' };
    const [looked] = documentPlaces(from, name);
    if (looked === undefined || isUnread(looked)) return { kind: 'unjudged' };
    return mayBeMade(looked)
      ? { kind: 'unjudged', why: 'an extension of the site makes pages' }
      : { kind: 'missing', looked };
  };
  const resolveFile = (from: string, url: string): LinkTarget => {
    if (/^[a-z][a-z\d+.-]*:|[|{}$%]/iu.test(url)) return { kind: 'unjudged' };
    const places = placesOf(from, url);
    // `name.*` stands for the best available format.
    const isThere = (place: string): boolean =>
      place.endsWith('.*')
        ? files.paths.some((path) => withoutExtension(path) === place.slice(0, -2))
        : files.has(place);
    const path = places.find(isThere);
    if (path !== undefined) return { kind: 'file', path };
    return places[0] === undefined ? { kind: 'unjudged' } : { kind: 'missing', looked: places[0] };
  };
  const resolveTarget = (from: string, url: string): LinkTarget => {
    const label = nameOf(url.slice(1));
    // Target names contain no angle brackets.
    if (/[<>]/u.test(label)) return { kind: 'missing', looked: label };
    const page = labels.get(label);
    if (page !== undefined && published.has(page)) return { kind: 'page', path: page, anchor: undefined };
    if (page !== undefined || outside.has(label) || madeIndex.test(label) || foldersFor(from).length === 0)
      return { kind: 'unjudged' };
    return isElsewhere(label)
      ? { kind: 'unjudged', why: targetsElsewhere ?? 'another project may have it' }
      : { kind: 'missing', looked: label };
  };
  /** A literal URL of reStructuredText, which Sphinx does not change. */
  const resolveAddress = (from: string, url: string): LinkTarget => {
    const [path = '', ...hashParts] = url.split('#');
    const anchor = hashParts.length === 0 ? undefined : hashParts.join('#');
    if (parseAddress(url).kind === 'malformed') return { kind: 'malformed' };
    if (/^[a-z][a-z\d+.-]*:|^\/|[|{}$%?]/iu.test(url)) return { kind: 'unjudged' };
    if (path === '') return { kind: 'page', path: from, anchor };
    const isPage = /\.html?$/iu.test(path) && !/(?:^|\/)_[a-z]+\//u.test(path);
    const hasSource = files.paths.some((file) => fileNameOf(file) === fileNameOf(path));
    const target = isPage && !hasSource ? resolveDocument(from, withoutExtension(path)) : undefined;
    if (target !== undefined) return target.kind === 'page' ? { ...target, anchor } : target;
    return extensionOf(path) === '.rst' ? resolveFile(from, path) : { kind: 'unjudged' };
  };
  return {
    labels,
    targetsElsewhere,
    isElsewhere,
    documentOf,
    placeOf,
    resolve(from, { url, element, namesTarget }) {
      if (element === 'ref') return resolveTarget(from, url);
      if (element === 'doc') return resolveDocument(from, url);
      if (element === 'image' || element === 'download') return resolveFile(from, url);
      // MyST links without extension are page names too, which never resolve above the root.
      if (element === 'markdown' && /^(?:\.\.\/)+[^.#]*$/u.test(url)) {
        const path = documentOf(from, url);
        if (path !== undefined) return { kind: 'page', path, anchor: undefined };
      }
      if (namesTarget === true) return { kind: 'unjudged' };
      return element === 'url' ? resolveAddress(from, url) : undefined;
    },
  };
}

function whyTargetsElsewhere(settings: Settings, pages: ReadonlyMap<string, PageFacts>): string | undefined {
  const { extensions } = settings;
  const hasText = [...pages.keys()].some((path) => extensionOf(path) !== '.md');
  const maker =
    extensions.find((name) => sphinxTargetMakers.test(name)) ??
    (hasText ? extensions.find((name) => !sphinxExtensions.test(name)) : undefined);
  if (settings.readsOtherProjects) return 'another project may have that target';
  if (maker !== undefined) return `${maker} may make that target`;
  if (settings.writesPages) return 'conf.py may write pages with that target';
  return [...pages.values()].every(({ parsed }) => parsed) ? undefined : 'a page that is not read may have that target';
}

function labelsOf({ settings, root }: Project, pages: ReadonlyMap<string, PageFacts>): ReadonlyMap<string, string> {
  const labels = new Map(madeLabels.map((name) => [name, '']));
  for (const [path, { ids, headings }] of pages) {
    for (const { id } of [...ids, ...headings]) {
      if (id === undefined) continue;
      labels.set(id, path);
      labels.set(nameOf(id), path);
    }
    // https://www.sphinx-doc.org/en/master/usage/extensions/autosectionlabel.html
    const page = withoutExtension(within(root, path) ?? path);
    for (const { text } of settings.titlesAreTargets ? headings : []) {
      labels.set(nameOf(text), path);
      labels.set(nameOf(`${page}:${text}`), path);
    }
  }
  return labels;
}

function stripSuffix(path: string, suffixes: readonly string[]): string {
  const suffix = suffixes.find((ending) => path.endsWith(ending)) ?? '';
  return path.slice(0, path.length - suffix.length);
}

/* Navigation */

/** Sphinx shows the pages that a `toctree` of some page names. */
function navigationOf(project: Project, references: References, pages: Site['pages']): Navigation {
  const { settings, files, root, published } = project;
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  for (const [path, { listed }] of pages) {
    for (const { entry, line, column } of listed) {
      if (/:\/\/|^[a-z]+:|^self$|^genindex$|^(?:py-)?modindex$|^search$/iu.test(entry)) continue;
      const file = joinPath(entry.startsWith('/') ? root : folderOf(path), entry) ?? entry;
      if (/[*?[]/u.test(entry)) {
        const matches = matchPaths([file]);
        for (const page of published) if (matches(withoutExtension(page))) shown.add(page);
        continue;
      }
      // Strip only extensions that pages can have.
      const bare = entry.replace(/\.(?:md|rst|ipynb)$/u, '');
      const page = references.documentOf(path, entry) ?? references.documentOf(path, bare);
      const documentPath = references.placeOf(path, bare);
      if (page !== undefined) shown.add(page);
      else if (documentPath !== undefined && !files.hasFolder(documentPath) && !files.has(file))
        missing.push({ path, line, column, entry, at: documentPath });
    }
  }
  const main = references.documentOf(joinPath(root, 'index') ?? 'index', `/${settings.rootDocument}`);
  if (main !== undefined) shown.add(main);
  // Notebook metadata, which may exclude pages, is not read.
  const readsAll = [...pages].every(([path, { parsed }]) => parsed && !path.endsWith('.ipynb'));
  const isOfToctrees = !settings.extensions.some(
    (name) => sphinxPageMakers.test(name) || name.includes('external_toc'),
  );
  const exhaustive = readsAll && isOfToctrees && shown.size > 1;
  return { exhaustive, pages: shown, missing };
}

/* Settings: plain assignments of `conf.py`, which is never run. */

type Settings = ReturnType<typeof readSettings>;

/** Maximum length of a list or mapping in characters. */
const longestList = 10_000;

function readSettings(text: string) {
  const added = [...text.matchAll(/^[ \t]*extensions\.(?:append|extend|insert)\(([^)]{0,1000})\)/gmu)];
  const extensions = [...stringsOf(text, 'extensions'), ...added.flatMap(([, list = '']) => quotedIn(list))];
  const bare = text.replace(/#.*/gu, '');
  return {
    /** False for a `conf.py` of another program. */
    isSphinx: /^(?:extensions|project|html_theme|master_doc|root_doc|source_suffix)\s*\+?=|sphinx/imu.test(text),
    usesMyst: extensions.some((name) => ['myst_parser', 'myst_nb', 'recommonmark'].includes(name)),
    /** Whether `:::{note}` begins a directive. */
    colonFence: /['"]colon_fence['"]/u.test(text),
    extensions,
    excluded: stringsOf(text, 'exclude_patterns'),
    /** Depth down to which headings get anchors; 0 means none. */
    headingAnchors: Number(/^myst_heading_anchors\s*=\s*(\d+)/mu.exec(text)?.[1] ?? 0),
    /** True if a custom function builds the anchors. */
    ownAnchors: /^myst_heading_slug_func\s*=/mu.test(text),
    rootDocument: /^(?:root_doc|master_doc)\s*=\s*['"]([^'"]+)/mu.exec(text)?.[1] ?? 'index',
    /** Endings of pages of reStructuredText. */
    suffixes: suffixesOf(text),
    /** True if targets of other projects are used (intersphinx). */
    readsOtherProjects:
      extensions.some((name) => name.includes('intersphinx')) &&
      /intersphinx_mapping\b(?!\s*=\s*\{\s*\})|\bimport \*/u.test(bare),
    titlesAreTargets: extensions.includes('sphinx.ext.autosectionlabel'),
    /** True if conf.py may write pages. */
    writesPages:
      !/^extensions\s*(?::[^=\n]*)?=/mu.test(text) ||
      /\.write(?:_text|lines)?\(|\bopen\([^)\n]*['"][wa]\+?['"]/u.test(text),
    /** True if conf.py changes pages while they are read. */
    changesPages: /['"](?:source-read|include-read|doctree-read|doctree-resolved|missing-reference)['"]/u.test(text),
  };
}

function quotedIn(list: string): string[] {
  return [...list.matchAll(/['"]([^'"]+)['"]/gu)].map(([, value = '']) => value);
}

/** The strings of all lists assigned to a name, without comments. */
function stringsOf(text: string, name: string): string[] {
  const list = new RegExp(`^${name}\\s*(?::[^=\\n]*)?\\+?=\\s*\\[([^\\]]{0,${longestList}})\\]`, 'gmu');
  return [...text.matchAll(list)].flatMap(([, values = '']) => quotedIn(values.replace(/#.*$/gmu, '')));
}

/** https://www.sphinx-doc.org/en/master/usage/configuration.html#confval-source_suffix */
function suffixesOf(text: string): string[] {
  const value = /^source_suffix\s*(?::[^=\n]*)?=\s*(\[[^\]]*\]|\{[^}]*\}|\([^)]*\)|[^\n]*)/mu.exec(text)?.[1] ?? '';
  const suffixes = [...value.matchAll(/['"](\.[\w.]+)['"]/gu)].map(([, suffix = '']) => suffix);
  return suffixes.length === 0 ? ['.rst'] : suffixes.filter((suffix) => !['.md', '.ipynb', '.myst'].includes(suffix));
}
