import { fixOf } from './broken-link.ts';
import type { LinkFault, LinkUse, Rule, RuleContext } from './rule.ts';
import { nearestAnchor } from './suggest.ts';

export const brokenAnchor: Rule = {
  name: 'broken-anchor',
  severity: 'error',
  finds: 'a link to an anchor that the page does not have',
  fix: 'Link to an existing anchor, or give the heading that id.',
  example: '`[Limits](api.md#limit)` where the heading is `## Limits`',
  source: 'https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element',
  onLink(context, { path, link, target }) {
    if (link.element === 'ref') return missingTarget(link.url, path, target);
    if (target.kind !== 'page' || target.redirected !== undefined || target.anchor === undefined) return undefined;
    const { anchor } = target;
    if (link.url.startsWith('#') && isFoundElsewhere(context, { path, link, target })) return undefined;
    if (context.anchors.lookup(target.path, anchor) !== 'missing') return undefined;
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
  if (target.kind !== 'missing') return undefined;
  return {
    message: `No page of this project has the target \`${url.slice(1)}\`.`,
    sought: { kind: 'anchor', written: target.looked, at: path },
  };
}

/** Folders of parts, such as `docs/en/snippets`. */
const partsFolder = /(?:^|\/)_?(?:includes?|partials?|snippets?|shared|re-?us(?:e|able)s?)\//iu;

/** True for an anchor of the page's own that it may have on the page which includes it. */
function isFoundElsewhere({ site, shown }: RuleContext, { path }: LinkUse): boolean {
  const isPart = shown.has(path) || partsFolder.test(path) || (site.routes.size > 0 && !site.routeOf.has(path));
  return isPart && site.navigation?.pages.has(path) !== true;
}

export const headingSkipsLevel: Rule = {
  name: 'heading-skips-level',
  severity: 'notice',
  finds: 'a heading that skips a level, which breaks the outline that screen readers announce',
  fix: 'Use the next level.',
  example: '`#### Limits` directly under `## Usage`',
  source: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  *onPage(_context, path, { headings }) {
    let previous: number | undefined;
    for (const { depth, line, column, text } of headings) {
      if (previous !== undefined && depth > previous + 1) {
        const message = `The heading "${text}" has level ${depth} directly under one of level ${previous}.`;
        yield { path, line, column, message };
      }
      previous = depth;
    }
  },
};

export const duplicateAnchor: Rule = {
  name: 'duplicate-anchor',
  severity: 'warning',
  finds: 'an anchor that is set twice on one page, or a Sphinx target on two pages',
  fix: 'Give one of them another id.',
  example: '`## Usage {#use}` and `## More {#use}` on the same page',
  source: 'https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute',
  *onPage(_context, path, { headings, ids }) {
    const seenIds = new Set<string>();
    const headingIds = headings.flatMap(({ id, line, column }) => (id === undefined ? [] : [{ id, line, column }]));
    const elementIds = ids.filter(({ isOnComponent }) => isOnComponent !== true);
    const all = [...headingIds, ...elementIds].sort((a, b) => a.line - b.line || a.column - b.column);
    for (const { id, line, column } of all) {
      const message = `The anchor \`#${id}\` is set twice on this page. Links reach only the first.`;
      if (seenIds.has(id)) yield { path, line, column, message };
      seenIds.add(id);
    }
  },
};
