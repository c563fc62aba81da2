import { unreadDialect, type Dialect, type PageFacts } from '../../pages/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { matchPaths } from '../../site/match-paths.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, within, withoutExtension } from '../../site/paths.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { createRouteTable } from '../../site/route-table.ts';
import {
  plainAnchors,
  plainLinkRules,
  type Framework,
  type Navigation,
  type Site,
  type SiteSources,
} from '../../site/site.ts';
import { numberedSlugs } from '../../site/slugs.ts';
import { labelOf } from '../../pages/find-myst-links.ts';
import { mystFrontmatter } from './frontmatter.ts';
import { readSettings, type SphinxSettings } from './settings.ts';

const markdown: Dialect = {
  syntax: 'markdown',
  indentedCode: true,
  headingId: 'braces',
  masks: ['attribute-list', 'myst-directive'],
  includes: 'myst',
  repeatedFields: true,
};

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

/** Ids that docutils gives to every section of the page as it is published (`make_id`). https://docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization */
function sectionId(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[^\p{ASCII}]/gu, '')
    .toLowerCase();
  return plain.replace(/[^a-z\d]+/gu, '-').replace(/^[-\d]+|-+$/gu, '');
}

/** Sphinx with MyST: a `conf.py` that loads it. */
export const sphinxMyst: Framework = {
  name: 'sphinx-myst',
  async findSites(files) {
    const configs = files.paths.filter((path) => fileNameOf(path) === 'conf.py');
    const sites = await Promise.all(configs.map((path) => findSite(files, path)));
    return sites.filter((site) => site !== undefined);
  },
};

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources | undefined> {
  const settings = readSettings((await files.readText(configPath)) ?? '');
  if (!settings.usesMyst) return undefined;
  const root = folderOf(configPath);
  const excluded = matchPaths(
    [...settings.excluded, ...settings.excluded.map((pattern) => `${pattern}/**`), '_build/**'],
    { dot: true },
  );
  const dialects = new Map<string, Dialect>();
  for (const path of files.paths) {
    const inside = within(root, path);
    if (inside === undefined || excluded(inside) || excluded(fileNameOf(path)) || inside.startsWith('_templates/'))
      continue;
    const extension = extensionOf(path);
    if (extension === '.md') dialects.set(path, { ...markdown, blocks: settings.colonFence ? 'myst-colons' : 'myst' });
    else if (extension === '.rst' || extension === '.ipynb') dialects.set(path, unreadDialect);
  }
  const build: SiteSources['build'] = (pages) => buildSite(settings, files, root, pages);
  // Settings that leave out most of the pages are those of a build that moves them first.
  const left = files.paths.filter(
    (path) => extensionOf(path) === '.md' && within(root, path) !== undefined && !dialects.has(path),
  );
  const contentFolders = left.length > dialects.size ? [] : [root];
  return { framework: 'sphinx-myst', root, configPath, contentFolders, dialects, build };
}

/** Labels of the pages that Sphinx makes itself. */
const madeLabels = ['genindex', 'modindex', 'search'];

/** Extensions that make targets or pages which are not in the repository. */
const makesTargets =
  /autodoc|autodoc2|autoapi|autosummary|intersphinx|autosectionlabel|gallery|bibtex|breathe|click|argparse|sphinxarg/u;
const makesPages = /autodoc2|autoapi|autosummary|gallery|apidoc/u;

/** Names of targets may have dots, as `schema_hub.config` has. */
const isFileName =
  /\.(?:md|rst|ipynb|txt|html?|pdf|png|jpe?g|gif|svg|webp|py|json|ya?ml|toml|csv|zip|sh|js|css|ini|cfg)$/iu;

function buildSite(
  settings: SphinxSettings,
  files: FileIndex,
  root: string,
  pages: ReadonlyMap<string, PageFacts>,
): Site {
  const table = createRouteTable(
    [...pages.keys()].map((path) => [path, [withoutExtension(within(root, path) ?? path)]]),
  );
  const labels = new Set(
    [...pages.values()].flatMap(({ ids, headings }) =>
      [...ids, ...headings].flatMap(({ id }) => (id === undefined ? [] : [id, labelOf(id)])),
    ),
  );
  for (const name of madeLabels) labels.add(name);
  const unread = [...pages.values()].some(({ parsed }) => !parsed);
  const otherTargets = unread || settings.writesPages || settings.extensions.some((name) => makesTargets.test(name));
  const isTarget = (name: string): boolean => otherTargets && !name.includes('/') && !isFileName.test(name);
  const otherPages = settings.extensions.some((name) => makesPages.test(name));
  return {
    framework: 'sphinx-myst',
    root,
    pages,
    routes: table.routes,
    routeOf: table.routeOf,
    navigation: navigationOf(settings, files, root, pages),
    frontmatter: () => mystFrontmatter,
    specificationsElsewhere: false,
    redirectsIn: undefined,
    redirects: [],
    otherRedirects: true,
    links: {
      ...plainLinkRules,
      sourceRoots: () => [root],
      bareName: true,
      resolve: (from, { url, element }) =>
        ofOwnPrefix(labels, url) ??
        (element === 'markdown' && settings.extensions.includes('myst_parser') && !labels.has(labelOf(url))
          ? ofFolder(pages, from, url)
          : undefined),
      // A link may also name a target of the project instead of a file.
      unknowable: (at, link) =>
        // Pages that extensions make are named without an ending, or stand in a folder of theirs.
        (otherPages && !(at.endsWith('.md') && files.hasFolder(folderOf(at)))) ||
        labels.has(fileNameOf(at)) ||
        isTarget(link?.written ?? fileNameOf(at)),
    },
    anchors: {
      ...plainAnchors,
      slugs: (headings) => [
        ...mystSlugs(headings.filter(({ depth, id }) => depth <= settings.headingAnchors || id !== undefined)),
        ...headings.map(({ text }) => sectionId(text)),
      ],
      mayHaveMore: () => settings.ownAnchors,
      reachesElsewhere: (anchor) => otherTargets || labels.has(anchor),
    },
    components: undefined,
    problems: [],
  };
}

/** `part:name` looks like an address of a scheme, and is one of the project's targets where others begin with `part:`. */
function ofOwnPrefix(labels: ReadonlySet<string>, url: string): LinkTarget | undefined {
  const prefix = /^[a-z][\w-]*:(?=[\w:-]+$)/iu.exec(url)?.[0].toLowerCase();
  if (prefix === undefined || labels.has(labelOf(url))) return undefined;
  return [...labels].some((label) => label.startsWith(prefix)) ? { kind: 'missing', looked: url } : undefined;
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

/** Sphinx shows the pages that a `toctree` of some page names. */
function navigationOf(
  { rootDocument, extensions }: SphinxSettings,
  files: FileIndex,
  root: string,
  pages: Site['pages'],
): Navigation {
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  const known = (at: string): string | undefined =>
    [at, ...['.md', '.rst', '.ipynb'].map((extension) => at + extension)].find((path) => pages.has(path));
  for (const [path, { listed }] of pages) {
    for (const { entry, line, column } of listed) {
      if (/^[a-z]+:|^self$|^genindex$|^modindex$|^search$/iu.test(entry)) continue;
      const at = joinPath(entry.startsWith('/') ? root : folderOf(path), entry);
      if (/[*?[]/u.test(entry)) {
        const matches = matchPaths([at ?? entry]);
        for (const page of pages.keys()) if (matches(withoutExtension(page))) shown.add(page);
        continue;
      }
      const page = at === undefined ? undefined : known(at);
      if (page !== undefined) shown.add(page);
      else if (at !== undefined && !files.hasFolder(at) && !extensions.some((name) => makesPages.test(name)))
        missing.push({ path, line, column, entry });
    }
  }
  const main = known(joinPath(root, rootDocument) ?? rootDocument);
  if (main !== undefined) shown.add(main);
  const readsAll = [...pages.values()].every(({ parsed }) => parsed);
  return { exhaustive: readsAll && shown.size > 1, pages: shown, missing };
}
