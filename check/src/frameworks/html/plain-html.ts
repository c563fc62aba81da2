import { htmlDialect } from '../../page/parse-html.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { plainAnchors, plainLinkRules, type SiteSources } from '../../site/site.ts';
import { unclaimedSite } from '../unclaimed-site.ts';
import { readNamedByScripts } from './named-by-scripts.ts';
import { resolveOnHost } from '../../site/host-of-files.ts';
import { pagesByHand } from './pages-by-hand.ts';

/**
 * Pages of HTML that people wrote and a host serves as they are, such as GitHub Pages without Jekyll. Of the settings of that host
 * nothing is known, so that only the other addresses of its site tell which one leads to nothing (`checks/links-of-html.ts`).
 */
export async function plainHtmlSites(
  files: FileIndex,
  others: readonly SiteSources[],
  isDocumentation: (path: string) => boolean,
): Promise<readonly SiteSources[]> {
  const paths = await pagesByHand(files, others, isDocumentation);
  if (paths.length === 0) return [];
  const isNamed = await readNamedByScripts(files);
  const site = unclaimedSite('html', new Map(paths.map((path) => [path, htmlDialect])), (pages) => ({
    links: {
      ...plainLinkRules,
      otherAliases: false,
      answered: (at) => isNamed(at),
      resolve: (from, { url }) => resolveOnHost(files, (path) => pages.has(path), from, url),
    },
    anchors: { ...plainAnchors, slugs: () => [], linked: (anchor) => anchor.toLowerCase() },
    guessed: () => 'something else than a host of files may show this page',
  }));
  return [
    {
      ...site,
      // What a program wrote, or is to fill in, is no page of it.
      build: (pages) => site.build(new Map([...pages].filter(([, { parsed }]) => parsed))),
    },
  ];
}
