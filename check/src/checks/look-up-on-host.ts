import type { CheckedSite } from '../check-site.ts';
import type { Declared } from '../site/declared-addresses.ts';
import type { FileIndex } from '../site/file-index.ts';
import { extensionOf, fileNameOf, withoutExtension } from '../site/paths.ts';
import { lookUpRoute } from '../site/resolve-link.ts';
import { readingsOf } from '../site/usual-readings.ts';

/** Where a route leads on a site, `open` where it leads nowhere and something may make a page there; `page` is its file, undefined where no anchors of it can be compared. */
export type LookUp = (route: string) => { readonly page: string | undefined } | undefined | 'open' | 'unjudged';

/** Programs whose plugins may make pages, and of which those among its own pages are judged all the same. */
const tellsByLink = new Set(['docusaurus', 'starlight']);

/** How addresses of a host are looked up on a site: in all forms in which hosts answer. */
export function lookUpIn({ site, madeByBuild }: CheckedSite, files: FileIndex, isFormer: Declared['isFormer']): LookUp {
  const [anyPage = ''] = site.pages.keys();
  return (route) => {
    if (site.routes.size === 0) {
      const readings = readingsOf(site)(anyPage, route);
      if (readings === undefined || site.links.answered(route)) return 'unjudged';
      const [page, ...others] = readings.pages;
      return readings.ways.size > 0 ? { page: others.length === 0 ? page : undefined } : undefined;
    }
    const ending = extensionOf(route);
    const isText = ['.md', '.mdx'].includes(ending) && ending !== site.links.textEnding;
    const [, top = ''] = route.split('/');
    // Sphinx makes these: https://www.sphinx-doc.org/en/master/usage/configuration.html#confval-html_static_path
    if (site.framework.startsWith('sphinx') && top.startsWith('_')) return 'unjudged';
    const bare = route.replace(/\.html?$/iu, '');
    const spellings = [
      route,
      route.replace(/\/index\.html?$/iu, '') || '/',
      bare,
      ...(bare === route ? [`${route}/index`] : []),
      // Plugins make a page of a notebook: https://github.com/danielfrg/mkdocs-jupyter
      ...(bare === route ? [`${route}.ipynb`] : []),
    ];
    const [target] = isText ? [] : spellings.flatMap((one) => lookUpRoute(site, files, one) ?? []);
    if (target?.kind === 'page') return { page: target.redirected === undefined ? target.path : undefined };
    if (target?.kind === 'file') return { page: undefined };
    if (target !== undefined || site.links.answered(route) || isFormer(route) || madeByBuild(route)) return 'unjudged';
    // Read from above the site, it would be the site itself.
    if (route === `/${fileNameOf(site.root)}` && !files.hasFolder(`${site.root}${route}`)) return undefined;
    const link = tellsByLink.has(site.framework) ? { from: anyPage, written: route } : undefined;
    const mayAnswer = site.links.mayAnswer?.(route) ?? site.links.unknowable(route, link);
    return mayAnswer ? 'open' : undefined;
  };
}

/** Of what is published as `start.html`, `start` and `start/` are no pages. */
export function lookUpFile(lookUp: LookUp): LookUp {
  return (route) => {
    const target = lookUp(route);
    if (/\.html?$/iu.test(route) || typeof target !== 'object' || target.page === undefined) return target;
    return withoutExtension(fileNameOf(target.page)) === 'index' ? target : undefined;
  };
}
