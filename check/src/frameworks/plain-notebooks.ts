import { unreadDialect, type Dialect } from '../page/page-facts.ts';
import { anyAnchors } from '../site/any-anchors.ts';
import { createAnyReading } from '../site/any-reading.ts';
import type { FileIndex } from '../site/file-index.ts';
import { plainLinkRules, type SiteSources } from '../site/site.ts';
import { unclaimedSite } from './unclaimed-site.ts';

const dialect: Dialect = { ...unreadDialect, syntax: 'markdown', masks: ['math'], notebook: true };

/**
 * Notebooks that no site reads: opened with Jupyter and shown by a code host, which read addresses beside the file, and perhaps
 * published by a plugin that leaves them (https://github.com/danielfrg/mkdocs-jupyter) or changes those of pages
 * (https://nbsphinx.readthedocs.io/en/latest/markdown-cells.html#Links-to-Other-Notebooks). So an address is wrong only where
 * no reading makes it right, and one from the top of a host is not judged.
 */
export function plainNotebooksSite(paths: readonly string[], files: FileIndex): SiteSources {
  return unclaimedSite('notebooks', new Map(paths.map((path) => [path, dialect])), (pages) => {
    const anyReading = createAnyReading(files, pages);
    return {
      links: {
        ...plainLinkRules,
        bareName: true,
        folders: true,
        indexNames: ['README', 'index'],
        resolve: (_from, { url }) => (url.startsWith('/') ? { kind: 'unjudged' } : undefined),
        unknowable: (_at, link) => link !== undefined && anyReading(link.written, link.from),
      },
      anchors: {
        ...anyAnchors,
        // Cells of Colab, which are named by an id of their own: https://colab.research.google.com/notebooks/basic_features_overview.ipynb
        madeElsewhere: (anchor) => anchor.startsWith('scrollTo='),
      },
      guessed: () => 'which program shows this notebook is not known',
    };
  });
}
