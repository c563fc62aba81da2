import { normaliseRoute, within } from '../site/paths.ts';
import { resolveLink } from '../site/resolve-link.ts';
import { byName } from './missing-scheme.ts';
import { linksOf, type Fault, type LinkUse, type Rule, type RuleContext } from './rule.ts';

/** What writes the base by itself: tags and templates of Jekyll. */
const writesBase: ReadonlySet<string> = new Set(['liquid', 'link tag', 'post_url']);

export const missingBase: Rule = {
  name: 'missing-base',
  severity: 'error',
  finds: 'an address from the top of the host without the base path that the site is published under',
  fix: 'Write the base path before the address.',
  example: '`<img src="/logo.png">` on a site published under `/tool/`',
  source: 'https://vitepress.dev/guide/asset-handling#base-url',
  formerly: ['broken-link'],
  *onSite(context) {
    yield* inPages(context);
    const { site, files } = context;
    const base = normaliseRoute(site.links.base);
    for (const link of site.headLinks ?? []) {
      const isBelow = base === '/' || within(base, normaliseRoute(link.url)) !== undefined;
      if (!isBelow && ['page', 'file'].includes(resolveLink(site, files, link.path, link).kind))
        yield faultOf(link.path, link, base);
    }
  },
};

/** Where nothing tells for certain that the site lies there, as many addresses must have the base as lack it, and three at least. */
const fewestWithBase = 3;

function* inPages(context: RuleContext): Iterable<Fault> {
  const { leavesAddresses, rewritten } = context.site.links;
  if (leavesAddresses?.base === undefined || rewritten) return;
  const base = normaliseRoute(leavesAddresses.base);
  if (base === '/') return;
  const withBase = new Set<string>();
  const without: LinkUse[] = [];
  for (const use of linksOf(context)) {
    const { url, element } = use.link;
    if (!isFromTop(context, use)) continue;
    const hasBase = normaliseRoute(url) === base || within(base.slice(1), url.slice(1)) !== undefined;
    if (writesBase.has(element) || hasBase) withBase.add(url);
    else without.push(use);
  }
  const different = new Set(without.map(({ link }) => link.url)).size;
  if (!leavesAddresses.isCertain && withBase.size < Math.max(fewestWithBase, different)) return;
  for (const { path, link } of without) yield faultOf(path, link, base);
}

function isFromTop({ site }: RuleContext, { path, link, target }: LinkUse): boolean {
  const { element, isMade, topLeadsOn, ofFrontmatter } = site.links.leavesAddresses ?? {};
  const isFound =
    target.kind === 'file' ||
    (target.kind === 'page' && target.redirected === undefined) ||
    (target.kind === 'unjudged' && isMade?.(normaliseRoute(link.url.replace(/[?#].*$/su, ''))) === true);
  const isLeft = link.element !== 'frontmatter' || (ofFrontmatter === true && link.kind === 'page');
  const isOfElement = element === undefined || link.element === element;
  const mayBeHost = topLeadsOn === true && /^\/(?:$|[?#])/u.test(link.url);
  const isAddress = /^\/(?!\/)/u.test(link.url) && !byName.has(link.element) && !mayBeHost;
  return isFound && isLeft && isOfElement && isAddress && site.routeOf.has(path);
}

function faultOf(path: string, { url, line, column }: LinkUse['link'], base: string): Fault {
  const message = `\`${url}\` does not resolve: the base path of the site, ${base}, is missing before it.`;
  return { path, line, column, message, meant: `${base}${url}` };
}
