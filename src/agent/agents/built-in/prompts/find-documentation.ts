import { findSite, type Site } from './site-files.ts';

/** Whether a path has the ending of a page. */
export const isPage = (path: string): boolean => page.test(path);
const page = /\.(?:mdx?|markdown|mdoc|rst|adoc|asciidoc)$/iu;
/** Folders whose pages are no documentation: tests, dependencies, fixtures. */
const excludedFolder =
  /(?:^|\/)(?:\.git|node_modules|vendor|third_party|tests?|__tests__|specs?|e2e|fixtures?|__fixtures__|testdata|snapshots|__snapshots__|playgrounds?|benchmarks?|\.github|\.changeset)\//iu;
/** Files of agents, editors and hosts. */
const hidden = /(?:^|\/)\.(?!docs?\/)[^/]/u;
/** What a build wrote: its copies of settings set up no site. */
const built = /(?:^|\/)(?:dist|build|out|target|_site)\//iu;
/** Pages that any folder of a program may have. */
const ofPackages = /(?:^|\/)(?:readme|changelog|contributing|license)[^/]*$/iu;
/** Names that folders of documentation have. */
const ofDocs = /(?:^|\/)(?:docs?|documentation|content|website|site|guides?|manual|handbook|book|pages|tutorials?)\//iu;
/** What is written once and seldom changed comes last. */
const ofNews = /(?:^|\/)(?:blog|news|posts|_posts|changelogs?|release[-_]notes)\//iu;

/**
 * The pages that a task is most likely about, and the other files. With a docs folder those inside it; else those below the
 * site's settings and in folders named like documentation, if those are most; else every page outside of tests.
 */
export function findDocumentation(
  paths: readonly string[],
  docsFolder: string,
): { site: Site | undefined; documentation: readonly string[]; others: readonly string[] } {
  const site = findSite(paths.filter((path) => !excludedFolder.test(path) && !built.test(path)));
  if (docsFolder !== '') {
    const documentation = paths.filter((path) => path.startsWith(`${docsFolder}/`) && page.test(path));
    return { site, documentation, others: paths.filter((path) => !path.startsWith(`${docsFolder}/`)) };
  }
  const pages = paths.filter((path) => page.test(path) && !excludedFolder.test(path) && !hidden.test(path));
  const folder = site?.folder ?? '';
  const isInside = (path: string) =>
    site?.isWholeRepository === true ||
    ofDocs.test(path) ||
    !path.includes('/') ||
    (folder !== '' && path.startsWith(folder));
  const inside = pages.filter(isInside);
  const isOwn = (path: string) => path.includes('/') && !ofPackages.test(path) && !ofNews.test(path);
  const isMost = 2 * inside.filter(isOwn).length >= pages.filter(isOwn).length;
  const chosen = new Set(isMost && inside.some((path) => path.includes('/')) ? inside : pages);
  const isNews = (path: string) => ofNews.test(path);
  const documentation = [...chosen].filter((path) => !isNews(path));
  const news = documentation.some(isOwn) ? [] : pages.filter(isNews);
  const shown = new Set([...documentation, ...news]);
  return { site, documentation: [...shown], others: paths.filter((path) => !shown.has(path)) };
}
