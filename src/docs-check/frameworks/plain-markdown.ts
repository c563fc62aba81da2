import type { Dialect } from '../pages/page-facts.ts';
import { createRouteTable } from '../site/route-table.ts';
import { plainAnchors, plainLinkRules, type SiteSources } from '../site/site.ts';

const dialect: Dialect = { syntax: 'markdown', indentedCode: true, headingId: 'none', masks: [] };

/**
 * Markdown as a code host shows it: links name files beside the page, a leading slash means the root of the repository,
 * and anchors are made by github-slugger.
 * https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#section-links
 */
export function plainMarkdownSite(paths: readonly string[]): SiteSources {
  return {
    framework: 'markdown',
    root: '',
    configPath: undefined,
    contentFolders: [],
    dialects: new Map(paths.map((path) => [path, dialect])),
    build: (pages) => ({
      framework: 'markdown',
      root: '',
      pages,
      ...createRouteTable([]),
      navigation: undefined,
      frontmatter: () => [],
      specificationsElsewhere: false,
      redirectsIn: undefined,
      redirects: [],
      links: { ...plainLinkRules, sourceRoots: [''], folders: true, indexNames: ['README', 'index'] },
      anchors: plainAnchors,
      components: undefined,
      problems: [],
    }),
  };
}
