import { joinPath } from '../site/paths.ts';
import type { SiteCheck } from './check-context.ts';

/** Entries of the navigation that name no page. */
export const navigation: SiteCheck = function* ({ site, madeByBuild }) {
  const { unsure } = site.navigation ?? {};
  for (const { path, line, column, entry, at } of site.navigation?.missing ?? []) {
    const places = [
      entry,
      ...(at === undefined ? [] : [at, `${at}.md`, `${at}.rst`]),
      ...[site.root, ...site.links.sourceRoots(path)].flatMap((root) => joinPath(root, entry) ?? []),
    ];
    // Of an entry whose place is told, the framework has judged that already.
    if ((at === undefined && site.links.unknowable(entry)) || places.some(madeByBuild)) continue;
    const doubt = unsure === undefined ? '' : ` Not certain: ${unsure}.`;
    const message = `The navigation names ${entry}, which is no page of this site.${doubt}`;
    const sought = { kind: 'entry', written: entry, at: at ?? entry } as const;
    const severity = unsure === undefined ? 'error' : 'warning';
    yield { path, line, column, rule: 'navigation-missing-page', severity, message, sought };
  }
};

/** Pages that a reader can only find by guessing their address: no navigation and no link leads to them. */
export const unreachablePages: SiteCheck = function* (context) {
  const { site } = context;
  if (site.navigation?.exhaustive !== true) return;
  const reached = new Set(site.navigation.pages);
  for (const [path, facts] of site.pages) {
    for (const target of context.targetsOf(path))
      if (target.kind === 'page' && target.path !== path) reached.add(target.path);
    for (const included of context.includedBy(path, facts)) if (included !== undefined) reached.add(included);
  }
  for (const [path, route] of site.routeOf) {
    if (reached.has(path) || route === '/' || isListedByItself(path)) continue;
    if (isMeantToBeHidden(site.pages.get(path)?.frontmatter)) continue;
    const message = `Nothing leads to this page: it is not in the navigation and no page links to ${route}.`;
    yield { path, rule: 'unreachable-page', severity: 'warning', line: undefined, column: undefined, message };
  }
};

/** Posts, which a list of the blog leads to, and the page for addresses that do not exist. */
function isListedByItself(path: string): boolean {
  return /(?:^|\/)(?:blogs?|_?posts|news|changelogs?|releases?|release-notes)\/|(?:^|\/)404\.\w+$/iu.test(path);
}

/** Fields by which an author keeps a page out of the navigation on purpose. */
export function isMeantToBeHidden(frontmatter: Readonly<Record<string, unknown>> | undefined): boolean {
  return (
    ['hidden', 'draft', 'unlisted', 'noindex'].some((key) => frontmatter?.[key] === true) ||
    frontmatter?.['orphan'] === true
  );
}
