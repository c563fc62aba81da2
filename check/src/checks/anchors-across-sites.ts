import type { CheckedSite } from '../check-site.ts';
import type { SiteProblem } from '../site/site.ts';
import type { FileAnchors } from './file-anchors.ts';

/**
 * Anchors in links of READMEs, and of other Markdown that a code host shows, to the source of a page that some site publishes:
 * there it is shown by the code host too.
 */
export function* anchorsAcrossSites(checked: readonly CheckedSite[], anchors: FileAnchors): Iterable<SiteProblem> {
  for (const { site, pages } of checked) {
    if (site.framework !== 'markdown') continue;
    for (const [path, { targets }] of pages)
      for (const [index, target] of targets.entries()) {
        const link = site.pages.get(path)?.links[index];
        if (target.kind !== 'file' || link?.kind !== 'page') continue;
        const without = anchors.without(target.path, link.url);
        if (without === undefined) continue;
        const { line, column, url } = link;
        const message = `The link ${url} leads to ${without}.`;
        yield { path, line, column, severity: 'warning', rule: 'broken-anchor', message };
      }
  }
}
