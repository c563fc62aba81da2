import { type FileIndex, foldersOfTests } from '../site/file-index.ts';
import { fileNameOf, folderOf, joinPath, nearestAbove, within } from '../site/paths.ts';
import type { SiteProblem } from '../site/site.ts';
import { findSyntaxProblem } from './parse-settings.ts';

/**
 * Files that frameworks read their settings and navigation from, but for those in JSON, which they judge themselves. A sidebar
 * whose name begins with `_` is a part to be copied from.
 */
const settingsFiles = [
  /(?:^|\/)[\w.-]+\.config\.(?:[cm]?[jt]s|[jt]sx)$/u,
  /(?:^|\/)\.vitepress\/(?!cache\/|dist\/)(?:.*\/)?[\w.-]+\.[cm]?[jt]s$/u,
  /(?:^|\/)(?:(?!_)[\w-]*sidebars?[\w-]*|_?meta(?:\.global)?)\.(?:[cm]?[jt]s|[jt]sx)$/u,
  /(?:^|\/)(?:mkdocs|_toc|_config|_quarto|zensical|book|hugo|config|authors|tags|\.?vale|antora|navigation|nav)\.(?:ya?ml|toml)$/u,
];

/** Names that other files have too, such as data and parts of a sidebar: whether anything loads them is not known. */
const nameOfOthers = /^(?:_?meta(?:\.global)?|config|authors|tags|\.?vale|navigation|nav)\./u;

/**
 * Settings that a program loads which makes sites. Others are those of another program, which may read them less strictly, or modules
 * that the project calls so (`cache.config.ts`).
 */
const ofSite =
  /^(?:docusaurus|astro|next|nuxt|source|theme|eleventy|rspress|vocs|velite|contentlayer|svelte|gridsome|docs|docz|dumi|press|fumadocs|content|tina|markdoc|react-router|remix|waku)\.config\./u;

/** Below these they are of another program, or data of tests that may be wrong on purpose. */
const ofOthers = new RegExp(`(?:^|/)(?:components|${foldersOfTests})/`, 'u');

/**
 * Settings and navigation that do not parse: nothing that a framework makes of them can then be told. Of a documentation
 * folder those beside and above it as well.
 */
export async function brokenSettings(files: FileIndex, docsFolder: string): Promise<readonly SiteProblem[]> {
  const concerns = (path: string) =>
    within(docsFolder, path) !== undefined || within(folderOf(path), docsFolder) !== undefined;
  const paths = files.paths.filter(
    (path) =>
      settingsFiles.some((pattern) => pattern.test(path)) &&
      concerns(path) &&
      !ofOthers.test(within(docsFolder, path) ?? path),
  );
  const found = paths.map(async (path) => {
    const text = (await files.readText(path)) ?? '';
    if (isTemplate(text, path)) return [];
    const problem = findSyntaxProblem(text, path);
    if (problem !== undefined) return [asLoaded(problem, files)];
    return [];
  });
  return (await Promise.all(found)).flat();
}

function asLoaded(problem: SiteProblem, files: FileIndex): SiteProblem {
  const name = fileNameOf(problem.path);
  const isPart = name.includes('sidebar') && !/^sidebars?\./u.test(name);
  const own = folderOf(problem.path);
  const isBelowOthers = nearestAbove(own).some((folder) => files.has(joinPath(folder, name) ?? name));
  const isOfOtherProgram = /\.config\.\w+$/u.test(name) && !ofSite.test(name);
  const isOfOthers = isPart || nameOfOthers.test(name) || isOfOtherProgram || isBelowOthers;
  if (/(?:^|\/)\.vitepress\//u.test(problem.path) || !isOfOthers) return problem;
  return { ...problem, unsure: 'nothing tells that a program loads this file' };
}

/** A program writes its settings from it: outside of a string, nothing in YAML or TOML begins so. */
function isTemplate(text: string, path: string): boolean {
  return /\.(?:ya?ml|toml)$/u.test(path) && /^[^#'"\n]*(?:\{\{|\{%)/mu.test(text);
}
