import type { Dialect } from '../pages/page-facts.ts';
import { createRouteTable } from '../site/route-table.ts';
import type { SiteSources } from '../site/site.ts';
import { githubSlugs } from '../site/slugs.ts';

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
    dialects: new Map(paths.map((path) => [path, dialect])),
    build: (pages) => ({
      framework: 'markdown',
      root: '',
      pages,
      ...createRouteTable([]),
      navigation: undefined,
      redirects: [],
      links: {
        base: '/',
        publicFolders: [],
        relative: ['file'],
        trailingSlash: false,
        sourceRoots: [''],
        sourceExtension: true,
        bareName: false,
        folders: true,
        indexNames: ['README', 'index'],
        // `../../issues` and the like climb out of the tree to pages of the code host.
        unknowable: () => false,
        aliases: new Map(),
      },
      anchors: { slugs: githubSlugs, componentAnchors: () => [], loose: false, everywhere: ['', 'top'] },
      components: undefined,
      problems: [],
    }),
  };
}
