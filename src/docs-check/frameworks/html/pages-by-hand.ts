import type { FileIndex } from '../../site/file-index.ts';
import { foldersOfTests } from '../../site/folders-of-tests.ts';
import { fileNameOf, folderOf, foldersAbove, joinPath, within } from '../../site/paths.ts';
import type { SiteSources } from '../../site/site.ts';

/** Files of one repository that are read; more than these nobody wrote by hand. */
const most = 2_000;

const isHtml = /\.html?$/iu;

/**
 * Folders of what programs write, read or bring: templates, mails, results of tests and builds, and what others wrote. A browser saves what a page
 * needs in a folder beside it: https://support.mozilla.org/en-US/kb/how-save-web-page
 */
const passedOver = new RegExp(
  String.raw`(?:^|/)(?:${foldersOfTests}|\.[^/]+|_[^/]+|[^/]+_files|spec|specs|e2e|benchmarks?|testing|test[-_.][^/]+|[^/]+[-_.]tests?|mocks?|__mocks__|samples?|archetypes|layouts?|partials?|includes?|views?|overrides|themes?|skins?|boilerplates?|scaffold\w*|skeletons?|blueprints?|emails?|mails?|mailers?|newsletters?|dist|build|builds|out|output|outputs|target|bin|obj|gen|generated|release|releases|site-packages|third[-_]?party|3rd[-_]?party|externals?|extern|deps|bower_components|jspm_packages|packages/[^/]+/lib|libs?|coverage|htmlcov|lcov-report|reports?|results|javadocs?|apidocs?|api-docs?|doxygen|typedoc|jsdoc|rustdoc|godoc|ri|rdoc|yard|storybook[^/]*|snapshots?|__snapshots__|resources|assets|public|webapp|WEB-INF|META-INF|cordova|android|ios|electron|extension|extensions|addon|addons|plugins?|crawl\w*|corpus|corpora|data|datasets?|cache|archives?|old|backup|bak|tmp|temp)/`,
  'iu',
);
/** Settings of programs that make pages of what is beside and below them, or of an app. */
const settings =
  /(?:^|\/)(?:_config\.ya?ml|angular\.json|\.eleventy\.js|eleventy\.config\.[cm]?js|(?:vite|webpack|rollup|svelte|astro|nuxt|next|gatsby|parcel|vue|snowpack|rspack|rsbuild|farm|ember-cli-build|electron[\w-]*|wxt|plasmo|docusaurus|quasar|capacitor|ionic|gridsome|hexo)[\w.-]*\.config\.[\w.]+|ember-cli-build\.js|Trunk\.toml|tauri\.conf\.json|pubspec\.yaml|manage\.py|artisan|composer\.json|config\.rb|project\.godot|book\.toml|mkdocs\.ya?ml|(?:hugo|config|zola)\.toml|conf\.py|antora\.ya?ml|_quarto\.ya?ml|docfx\.json|pelicanconf\.py|\.vuepress\/config\.\w+|meson\.build|dub\.json|wrangler\.toml)$/u;
/** A script that makes what is served. */
const builds = /"(?:build|bundle|compile|dist|prepublish\w*|webpack|gulp|grunt)[\w:-]*"\s*:\s*"(?!\s*echo\b)/u;
/** Folders beside such scripts in which the page of an app lies. */
const ofApp =
  /^(?:(?:src|app|public|static|www|client|web|frontend|ui|html|pages|renderer|electron|demo|examples?)\/|[^/]+$)/u;

/** The files of HTML that people may have written: which of them they did, the text of each tells. */
export async function pagesByHand(
  files: FileIndex,
  others: readonly SiteSources[],
  isDocumentation: (path: string) => boolean,
): Promise<readonly string[]> {
  const html = files.paths.filter(
    (path) =>
      isHtml.test(path) &&
      !fileNameOf(path).startsWith('_') &&
      !passedOver.test(path) &&
      isDocumentation(path) &&
      !files.isSymbolicLink(path),
  );
  if (html.length === 0) return [];
  const roots = new Set(files.paths.filter((path) => settings.test(path)).map(folderOf));
  for (const { root, contentFolders, configPath } of others) {
    if (configPath !== undefined) roots.add(root);
    for (const folder of contentFolders) roots.add(folder);
  }
  const packages = await packagesThatBuild(files);
  const isOfProgram = (path: string): boolean =>
    foldersAbove(path).some((folder) => roots.has(folder)) ||
    packages.some((folder) => ofApp.test(within(folder, path) ?? '/'));
  const found = html.filter((path) => !isOfProgram(path));
  return found.length > most ? [] : found.filter((path) => !isSavedPage(path, files));
}

async function packagesThatBuild(files: FileIndex): Promise<readonly string[]> {
  const packages = files.paths.filter((path) => fileNameOf(path) === 'package.json' && !passedOver.test(path));
  const texts = await Promise.all(packages.map(async (path) => [path, await files.readText(path)] as const));
  return texts.flatMap(([path, text]) => (text !== undefined && builds.test(text) ? [folderOf(path)] : []));
}

function isSavedPage(path: string, files: FileIndex): boolean {
  return files.hasFolder(joinPath(folderOf(path), `${fileNameOf(path).replace(isHtml, '')}_files`) ?? '');
}
