import { unreadDialect, type Dialect } from '../page/page-facts.ts';
import { idOf } from '../page/restructuredtext-names.ts';
import { fileNameOf } from '../site/paths.ts';
import { plainAnchors, plainLinkRules, type SiteSources } from '../site/site.ts';
import { unclaimedSite } from './unclaimed-site.ts';

const dialect: Dialect = { ...unreadDialect, syntax: 'restructuredtext' };

/** Files that a code host shows beside the list of files, or that people are led to from there. */
export function isShownByHost(path: string): boolean {
  return /^(?:README|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|SUPPORT|GOVERNANCE)\.rst$/u.test(fileNameOf(path));
}

/**
 * READMEs in reStructuredText that no site claims, as a code host shows them: addresses and pictures are read beside the
 * file, a leading slash means the root of the repository; directives that need Sphinx are not shown.
 */
export function plainRestructuredTextSite(paths: readonly string[]): SiteSources {
  return unclaimedSite('restructuredtext', new Map(paths.map((path) => [path, dialect])), () => ({
    links: {
      ...plainLinkRules,
      sourceRoots: () => [''],
      folders: true,
      resolve: (_from, { element }) => (['url', 'image'].includes(element) ? undefined : { kind: 'unjudged' }),
      includePlaces: () => [],
    },
    anchors: { ...plainAnchors, slugs: (headings) => headings.map(({ text }) => idOf(text)) },
    guessed: () =>
      'reStructuredText has been read for a short time only, and documentation may show this file elsewhere',
  }));
}
