import { unreadDialect, type Dialect } from '../../page/page-facts.ts';
import { nameOf } from '../../page/restructuredtext-names.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { matchPaths } from '../../site/match-paths.ts';
import { isHidden } from '../../site/forge-files.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, within, foldersAbove } from '../../site/paths.ts';
import type { Framework, SiteSources } from '../../site/site.ts';
import { buildSite } from './build-site.ts';
import { namesOfCode } from './names-of-code.ts';
import { targetsInCode } from './targets-in-code.ts';
import { bringsThoseOfCode } from './extensions.ts';
import { readSettings, settingsElsewhere, unreadEpilog, type SphinxSettings } from './settings.ts';

const markdown: Dialect = {
  syntax: 'markdown',
  indentedCode: true,
  headingId: 'braces',
  masks: ['attribute-list', 'myst-directive'],
  includes: 'myst',
  repeatedFields: true,
};

/** Sphinx: a `conf.py` that loads MyST, or that has its root document beside it. */
export const sphinx: Framework = {
  name: 'sphinx',
  async findSites(files) {
    const configs = files.paths.filter((path) => fileNameOf(path) === 'conf.py');
    const found = (await Promise.all(configs.map((path) => sitesOf(files, path)))).flat();
    // Of settings in a hidden folder, as one of templates, a build takes some for pages that lie elsewhere.
    const without = await rootsWithoutSettings(
      files,
      configs.filter((path) => !isHidden(path)),
    );
    return [
      ...found,
      ...(await Promise.all(without.map((root) => siteIn(root, settingsElsewhere(), files, undefined)))),
      ...(await Promise.all(
        guidesOfPhp(files).map(([root, rootDocument]) => siteIn(root, { ...guides, rootDocument }, files, undefined)),
      )),
    ];
  },
};

/** A target of another project has the name of that before it: `t3start:install`. */
const guides: SphinxSettings = { ...settingsElsewhere(), readsOtherProjects: false, otherProjects: 'any' };

/**
 * Folders that phpDocumentor renders as Sphinx did before it, with its directives and those of TYPO3, and their root documents.
 * https://docs.phpdoc.org/components/guides/guides/configuration.html
 */
function guidesOfPhp(files: FileIndex): (readonly [root: string, rootDocument: string])[] {
  return files.paths.flatMap((path) => {
    if (!/(?:^|\/)(?:guides\.xml|Settings\.cfg)$/u.test(path)) return [];
    const root = folderOf(path);
    const rootDocument = ['Index', 'index'].find((name) => files.has(joinPath(root, `${name}.rst`) ?? ''));
    return rootDocument === undefined ? [] : [[root, rootDocument] as const];
  });
}

/** Pages below a root document from which on they are a site. */
const fewestPages = 5;

/** Files beside `index.rst` in which the projects of Doctrine list their pages. */
const listsOfPages = ['index.rst', 'sidebar.rst', 'toc.rst'];

/** Folders whose `index.rst`, or a list beside it, lists pages, and that have no settings, nor any below or above them. */
async function rootsWithoutSettings(files: FileIndex, configs: readonly string[]): Promise<readonly string[]> {
  const texts = files.paths.filter((path) => extensionOf(path) === '.rst');
  const roots = new Set(texts.filter((path) => fileNameOf(path) === 'index.rst').map(folderOf));
  const withSettings = new Set(configs.map(folderOf));
  const aroundSettings = new Set(configs.flatMap(foldersAbove));
  const pages = new Map<string, number>();
  for (const path of texts)
    for (const folder of foldersAbove(path)) if (roots.has(folder)) pages.set(folder, (pages.get(folder) ?? 0) + 1);
  const free = [...roots].filter((root) => {
    const above = root === '' ? [] : foldersAbove(root);
    const isWithin = above.some((folder) => roots.has(folder) || withSettings.has(folder));
    return !isWithin && !aroundSettings.has(root) && (pages.get(root) ?? 0) >= fewestPages;
  });
  const lists = (root: string): Promise<readonly (string | undefined)[]> =>
    Promise.all(listsOfPages.map((name) => files.readText(joinPath(root, name) ?? '')));
  const listed = await Promise.all(free.map(lists));
  return free.filter((_, index) => listed[index]?.some((text = '') => /^[ \t]*\.\. toctree::/mu.test(text)));
}

async function sitesOf(files: FileIndex, configPath: string): Promise<readonly SiteSources[]> {
  const settings = readSettings((await files.readText(configPath)) ?? '');
  if (!settings.usesMyst && !settings.isSphinx) return [];
  const folders = sourceFolders(files, folderOf(configPath), settings);
  return Promise.all(folders.map((root) => siteIn(root, settings, files, configPath)));
}

/** The settings lie beside the pages; or above the folders of several projects that are built with them. */
function sourceFolders(
  files: FileIndex,
  folder: string,
  { suffixes, rootDocument, usesMyst }: SphinxSettings,
): readonly string[] {
  const endings = usesMyst ? ['.md', '.rst', ...suffixes] : suffixes;
  const isRoot = (at: string): boolean =>
    endings.some((ending) => files.has(joinPath(at, rootDocument + ending) ?? ''));
  if (isRoot(folder)) return [folder];
  const below = new Set(
    files.paths.flatMap((path) => {
      const [first, second, ...deeper] = within(folder, path)?.split('/') ?? [];
      return first !== undefined && second !== undefined && deeper.length === 0
        ? [joinPath(folder, first) ?? first]
        : [];
    }),
  );
  const hasPages = files.paths.some(
    (path) =>
      folderOf(path) === folder && endings.includes(extensionOf(path)) && !fileNameOf(path).startsWith('README'),
  );
  const found = hasPages ? [] : [...below].filter(isRoot);
  return found.length > 0 || !usesMyst ? found : [folder];
}

async function siteIn(
  root: string,
  settings: SphinxSettings,
  files: FileIndex,
  configPath: string | undefined,
): Promise<SiteSources> {
  const built = matchPaths(['_build/**', '**/_build/**', '_templates/**'], { dot: true });
  const excluded = matchPaths([...settings.excluded, ...settings.excluded.map((pattern) => `${pattern}/**`)], {
    dot: true,
  });
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
  const outside = await labelsAbove(files, root);
  const showsCode = settings.extensions.some((name) => /^sphinx\.ext\.auto(?:doc|summary)$/u.test(name));
  const lostNames = showsCode
    ? await namesOfCode(
        files,
        [...published].filter((path) => extensionOf(path) === '.rst'),
      )
    : [];
  const isOfCode =
    bringsThoseOfCode(settings.extensions) &&
    // Those of titles may be made of titles in code, and templates may have any.
    settings.titleTargets.length === 0 &&
    !files.paths.some((path) => path.includes('/autosummary/') && within(root, path) !== undefined) &&
    !settings.readsOtherProjects &&
    !settings.writesPages;
  const inCode = isOfCode ? await targetsInCode(files, published) : undefined;
  // Settings that leave out most of the pages are those of a build that moves them first.
  const left = files.paths.filter(
    (path) => extensionOf(path) === '.md' && within(root, path) !== undefined && !dialects.has(path),
  );
  const claims = settings.usesMyst && left.length <= dialects.size;
  return {
    framework: settings.usesMyst ? 'sphinx-myst' : 'sphinx',
    root,
    configPath,
    contentFolders: claims ? [root] : [],
    dialects,
    build: (pages) => {
      const site = buildSite(
        { settings, hasSettings: configPath !== undefined, files, root, published, outside, inCode },
        pages,
      );
      return { ...site, problems: [...site.problems, ...lostNames] };
    },
  };
}

function isPart(path: string, suffixes: readonly string[]): boolean {
  return !['.md', '.ipynb'].includes(extensionOf(path)) && !suffixes.some((suffix) => path.endsWith(suffix));
}

/** Files that are no pages may be shown by them, and bring targets. */
function dialectOf(
  path: string,
  { usesMyst, colonFence, suffixes, epilog }: SphinxSettings,
  isExcluded: boolean,
): Dialect | undefined {
  const extension = extensionOf(path);
  if (extension === '.md' || extension === '.ipynb') {
    const dialect: Dialect = { ...markdown, blocks: colonFence ? 'myst-colons' : 'myst' };
    return !usesMyst || isExcluded ? undefined : extension === '.md' ? dialect : { ...dialect, notebook: true };
  }
  const isRead = /\.(?:rst|inc|rst\.txt)$/u.test(path) || suffixes.some((suffix) => path.endsWith(suffix));
  // Names that a part uses, the page that shows it may define.
  const shown = isExcluded || isPart(path, suffixes) ? unreadEpilog : epilog;
  return isRead
    ? { ...unreadDialect, syntax: 'restructuredtext', ...(shown === '' ? {} : { epilog: shown }) }
    : undefined;
}

/** Targets of files such as a list of changes, which lie above the pages that show them. */
async function labelsAbove(files: FileIndex, root: string): Promise<ReadonlySet<string>> {
  const above = files.paths.filter(
    (path) =>
      extensionOf(path) === '.rst' && folderOf(path) !== root && within(folderOf(path), `${root}/`) !== undefined,
  );
  const texts = await Promise.all(above.map((path) => files.readText(path)));
  return new Set(
    texts.flatMap((text = '') => [...text.matchAll(/^ *\.\. _([^\n]+):[ ]*$/gmu)].map(([, name = '']) => nameOf(name))),
  );
}
