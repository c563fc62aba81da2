import { fixOf } from './broken-link.ts';
import type { LinkFault, LinkUse, Rule, RuleContext } from './rule.ts';
import { nearestAnchor } from './suggest.ts';

export const brokenAnchor: Rule = {
  name: 'broken-anchor',
  severity: 'error',
  finds: 'a link to an anchor that the page does not have',
  fix: 'Link to an anchor that the page has, or give the heading that id.',
  example: '`[Limits](api.md#limit)` where the heading is `## Limits`',
  source: 'https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element',
  onLink(context, { path, link, target }) {
    if (link.element === 'ref') return missingTarget(link.url, path, target);
    if (target.kind !== 'page' || target.redirected !== undefined || target.anchor === undefined) return undefined;
    const { anchor } = target;
    const pages = [target.path, ...(target.others ?? [])];
    if (link.url.startsWith('#') && isFoundElsewhere(context, { path, link, target }, anchor)) return undefined;
    if (pages.some((page) => context.anchors.lookup(page, anchor) !== 'missing')) return undefined;
    const near = nearestAnchor(context.anchors.anchorsOf(target.path), anchor);
    return {
      message: `${target.path === path ? 'This page' : target.path} has no anchor \`#${anchor}\`.`,
      sought: { kind: 'anchor', written: anchor, at: target.path },
      ...(near === undefined ? {} : { meant: `#${near.text}` }),
      ...(near?.certain === true ? fixOf(link, `${link.url.split('#', 1)[0] ?? ''}#${near.text}`) : {}),
    };
  },
};

/** A `ref` of Sphinx names a target that any page of the project may have. */
function missingTarget(url: string, path: string, target: LinkUse['target']): LinkFault | undefined {
  // Another project may have it.
  if (target.kind !== 'missing' || target.unsure !== undefined) return undefined;
  return {
    message: `No page of this project has the target \`${url.slice(1)}\`.`,
    sought: { kind: 'anchor', written: target.looked, at: path },
  };
}

/** Folders of parts, such as `docs/en/snippets`, with what stands before them. */
const ofParts = /^(?<beside>(?:.*?\/)?)_?(?:includes?|partials?|snippets?|shared|re-?us(?:e|able)s?)\//iu;

/** True for an anchor of the page's own that it may have on the page which shows it, or on another page of the same name. */
function isFoundElsewhere({ site, anchors, shown }: RuleContext, { path, target }: LinkUse, anchor: string): boolean {
  if (site.navigation?.pages.has(path) !== true) {
    const beside = ofParts.exec(path)?.groups?.['beside'];
    if (shown.has(path) || (beside !== undefined && anchors.anchorsBelow(beside).has(anchor))) return true;
  }
  const isExact = target.kind === 'page' && target.exact === true;
  return !isExact && site.anchors.reachesElsewhere(anchor, site.pages.get(path));
}
