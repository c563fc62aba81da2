import type { Dialect, PageFacts } from '../page/page-facts.ts';
import { createRouteTable } from '../site/route-table.ts';
import { plainSite, type Site, type SiteSources } from '../site/site.ts';

/** Files that no site claims, as one site at the top of the repository: nothing is known of the addresses of its pages. */
export function unclaimedSite(
  framework: Site['framework'],
  dialects: ReadonlyMap<string, Dialect>,
  build: (
    pages: ReadonlyMap<string, PageFacts>,
  ) => Pick<Site, 'links' | 'anchors' | 'guessed'> & Partial<Pick<Site, 'framework'>>,
): SiteSources {
  return {
    framework,
    root: '',
    configPath: undefined,
    contentFolders: [],
    dialects,
    build: (pages) => ({ framework, root: '', pages, ...createRouteTable([]), ...plainSite, ...build(pages) }),
  };
}
