import type { Link } from '../pages/page-facts.ts';
import { isPicture } from '../site/file-endings.ts';
import { pathOfAddress } from '../site/parse-address.ts';
import { normaliseRoute, within } from '../site/paths.ts';
import { resolveLink } from '../site/resolve-link.ts';
import type { SiteProblem } from '../site/site.ts';
import { byName } from './address-slips.ts';
import type { CheckContext, SiteCheck } from './check-context.ts';

/** Different addresses from which on the site lives with how they are read, or something else reads them. */
const most = 30;
/** Different addresses with the base that lead to something, before those without it are slips. */
const fewestWith = 3;
/** What writes the base by itself: tags and templates of Jekyll. */
const writesBase = new Set(['liquid', 'link tag', 'post_url']);

interface FromTop {
  readonly path: string;
  readonly link: Link;
}

type Targets = Pick<CheckContext, 'site' | 'targetsOf'>;

/**
 * Addresses from the top of the host without the base that a site is published below, where the program leaves them as they are.
 * Others of the site have it, or it is known that the site lies there.
 */
export const baseLeftOut: SiteCheck = function* (context) {
  const { leavesAddresses, templates, rewritten } = context.site.links;
  const { base } = leavesAddresses ?? {};
  if (base !== undefined && !rewritten) yield* withoutBase(context, normaliseRoute(base));
  if (templates?.base !== undefined) yield* templatesWithoutBase(context, normaliseRoute(templates.base));
  yield* headWithoutBase(context, normaliseRoute(context.site.links.base));
};

/** Tags that settings put into the head of every page stand there as they are written. */
export function* headWithoutBase(
  { site, files }: Pick<CheckContext, 'site' | 'files'>,
  base: string,
): Iterable<SiteProblem> {
  for (const link of site.headLinks ?? []) {
    const isBelow = base === '/' || within(base, normaliseRoute(link.url)) !== undefined;
    if (!isBelow && ['page', 'file'].includes(resolveLink(site, files, link.path, link).kind))
      yield problemOf({ path: link.path, link }, base);
  }
}

/** What stands for an address in a template, where no program changes it. */
const inTemplates = new Set(['module href', 'module src']);

/** The same of templates. */
export function* templatesWithoutBase(
  { site, files, loose }: Pick<CheckContext, 'site' | 'files' | 'loose'>,
  base: string,
): Iterable<SiteProblem> {
  const { templates } = site.links;
  if (templates === undefined || base === '/') return;
  const found = [...loose].flatMap(([path, addresses]) =>
    (templates.has(path) ? addresses : []).flatMap(({ place, url, line, column }) => {
      const kind = isPicture(pathOfAddress(url)) ? 'file' : 'page';
      const link: Link = { kind, url, element: 'loose', line, column, range: undefined };
      const isOf = inTemplates.has(place) && within(base.slice(1), url.slice(1)) === undefined;
      return isOf && ['page', 'file'].includes(resolveLink(site, files, path, link).kind) ? [{ path, link }] : [];
    }),
  );
  if (new Set(found.map(({ link }) => link.url)).size > most) return;
  for (const one of found) yield problemOf(one, base);
}

/** `targetsOf` is as in `CheckContext`. */
export function* withoutBase(context: Targets, base: string): Iterable<SiteProblem> {
  if (base === '/') return;
  const [withBase, others] = [new Set<string>(), [] as FromTop[]];
  for (const one of found(context)) {
    const { url, element } = one.link;
    if (writesBase.has(element) || normaliseRoute(url) === base || within(base.slice(1), url.slice(1)) !== undefined)
      withBase.add(url);
    else others.push(one);
  }
  const different = new Set(others.map(({ link }) => link.url)).size;
  const isKnown =
    context.site.links.leavesAddresses?.isCertain === true || withBase.size >= Math.max(fewestWith, different);
  if (!isKnown || different > most) return;
  for (const one of others) yield problemOf(one, base);
}

function* found({ site, targetsOf }: Targets): Iterable<FromTop> {
  const { element, isMade, base, topLeadsOn, ofFrontmatter } = site.links.leavesAddresses ?? {};
  const passesTop = base === undefined || topLeadsOn === true;
  for (const [path, { links }] of site.pages) {
    const targets = targetsOf(path);
    for (const [index, link] of links.entries()) {
      const target = targets[index];
      const isFound =
        target?.kind === 'file' ||
        (target?.kind === 'page' && target.redirected === undefined) ||
        (target?.kind === 'unjudged' && isMade?.(normaliseRoute(link.url.replace(/[?#].*$/su, ''))) === true);
      if (element !== undefined && link.element !== element) continue;
      // Shortcodes name pages; and the top of the host may be meant itself, where it has another site.
      if (byName.has(link.element) || (passesTop && /^\/(?:$|[?#])/u.test(link.url))) continue;
      const isLeft = link.element !== 'frontmatter' || (ofFrontmatter === true && link.kind === 'page');
      if (isFound && /^\/(?!\/)/u.test(link.url) && site.routeOf.has(path) && isLeft) yield { path, link };
    }
  }
}

function problemOf({ path, link }: FromTop, base: string): SiteProblem {
  const { line, column, url } = link;
  const message = `The link ${url} leads to no page: the base of the site, ${base}, is missing before it.`;
  return { path, line, column, rule: 'broken-link', severity: 'warning', message };
}
