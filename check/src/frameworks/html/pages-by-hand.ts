import type { FileIndex } from '../../site/file-index.ts';
import { foldersOfTests } from '../../site/folders-of-tests.ts';
import { fileNameOf, folderOf, foldersAbove, joinPath, within } from '../../site/paths.ts';
import type { SiteSources } from '../../site/site.ts';

/** Files of one repository that are read; more than these nobody wrote by hand. */
const most = 2_000;

const isHtml = /\.html?$/iu;

/**
 * Folders of what programs write, read or bring: templates, mails, results of tests and builds, and what others wrote. A browser
 * saves what a page needs in a folder beside it: https://support.mozilla.org/en-US/kb/how-save-web-page
 */
const folders = [
  foldersOfTests,
  String.raw`\.[^/]+|_[^/]+|[^/]+_files`,
  'specs?|e2e|benchmarks?|testing|test[-_.][^/]+|[^/]+[-_.]tests?|_*mocks?_*|samples?|snapshots?|corpus|corpora|crawl[^/]*',
  String.raw`archetypes|layouts?|partials?|includes?|views?|overrides|themes?|skins?|boilerplates?|scaffold\w*|skeletons?`,
  'blueprints?|emails?|mails?|mailers?|newsletters?',
  'dist|builds?|out|outputs?|target|bin|obj|gen|generated|releases?|cache|tmp|temp|archives?|old|backup|bak',
  'coverage|htmlcov|lcov-report|reports?|results|javadocs?|api-?docs?|doxygen|typedoc|jsdoc|rustdoc|godoc|rdoc|yard|storybook[^/]*',
  'site-packages|third[-_]?party|3rd[-_]?party|externals?|extern|deps|bower_components|jspm_packages|libs?',
  'resources|assets|public|webapp|WEB-INF|META-INF|cordova|android|ios|electron|extensions?|addons?|plugins?|data|datasets?',
].join('|');
const passedOver = new RegExp(`(?:^|/)(?:${folders})/`, 'iu');
/** Settings of programs that make pages of what is beside and below them, or of an app. */
const ofPrograms = [
  String.raw`_config\.ya?ml|_quarto\.ya?ml|mkdocs\.ya?ml|antora\.ya?ml|(?:hugo|config|zola|book)\.toml|conf\.py|pelicanconf\.py`,
  String.raw`docfx\.json|\.eleventy\.js|config\.rb|angular\.json|ember-cli-build\.js|Trunk\.toml|tauri\.conf\.json|pubspec\.yaml`,
  String.raw`manage\.py|artisan|composer\.json|project\.godot|wrangler\.toml`,
  String.raw`(?:eleventy|vite|webpack|rollup|svelte|astro|nuxt|next|gatsby|vue|snowpack|rspack|rsbuild|farm|electron[\w-]*|wxt)` +
    String.raw`\.config\.\w+|(?:docusaurus|quasar|capacitor|ionic|gridsome)\.config\.\w+`,
].join('|');
const settings = new RegExp(`(?:^|/)(?:${ofPrograms})$`, 'u');
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
