import type { DeclaredRedirects } from './finding.ts';
import type { DocsTree } from './docs-tree.ts';
import { findSites, isIn } from './find-sites.ts';
import { brokenSettings } from './settings/broken-settings.ts';
import { createFileIndex } from './site/file-index.ts';
import { readHostRedirectSources, redirectPatterns } from './site/redirects.ts';
import { normaliseRoute } from './site/paths.ts';

/** Sites have up to some thousands; each is compared with what readers asked for. */
const mostPatterns = 10_000;
/** Characters; longer ones are no addresses that people write. */
const longestPattern = 300;

/** Reads the settings of all sites, and no page. */
export async function readRedirects(tree: DocsTree, docsFolder: string): Promise<DeclaredRedirects> {
  const files = await createFileIndex(tree);
  const sources = (await findSites(files, docsFolder)).filter((site) => isIn(docsFolder, site));
  // Markdown that belongs to no site, such as a README, declares nothing.
  const sites = sources.filter(({ configPath }) => configPath !== undefined).map((site) => site.build(new Map()));
  const patterns = new Set<string>();
  const broken = [...sites.flatMap(({ problems }) => problems), ...(await brokenSettings(files, docsFolder))].filter(
    ({ rule, path }) => rule.startsWith('settings') && sources.some(({ configPath }) => configPath === path),
  );
  let whole = sites.length > 0 && broken.length === 0 && sites.every(({ otherRedirects = false }) => !otherRedirects);
  const add = (source: string, base = ''): void => {
    const found = redirectPatterns(normaliseRoute(source));
    const short = found?.filter((pattern) => pattern.length <= longestPattern) ?? [];
    whole &&= found?.length === short.length && patterns.size + short.length <= mostPatterns;
    if (patterns.size + short.length > mostPatterns) return;
    for (const pattern of short) patterns.add(base + pattern);
  };
  for (const { redirects, links } of sites) {
    const base = normaliseRoute(links.base);
    for (const { from } of redirects) {
      add(from);
      if (base !== '/') add(from, base);
    }
  }
  for (const source of await readHostRedirectSources(files)) add(source.split(/[?#]/u, 1)[0] ?? source);
  return { patterns: [...patterns], whole };
}
