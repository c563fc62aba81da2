import type { PageFacts } from '../../page/page-facts.ts';
import { pathOfAddress } from '../../site/parse-address.ts';
import type { SiteProblem } from '../../site/site.ts';

/** Different addresses from which on something that is not read makes them right. */
const most = 30;

/** What no site of Antora has: sources of pages, and files of the repository beside them. */
const source = /\.(?:adoc|asciidoc|md|txt)$|(?:^|\/)(?:LICEN[CS]E|CONTRIBUTING|README|CODE_OF_CONDUCT)$/u;

/** Files that are published with a page, and what a template or an attribute fills in. */
const published = /(?:^|\/)_|[{}$%]/u;

/**
 * Links by `link:` to sources: Antora finds files for cross references alone, and leaves other addresses as they are.
 * https://docs.antora.org/antora/latest/page/xref/#link-macro
 */
export function* linksLeft(
  pages: ReadonlyMap<string, PageFacts>,
  isPage: (path: string) => boolean,
): Iterable<SiteProblem> {
  const left = [...pages].flatMap(([path, { links }]) =>
    isPage(path)
      ? links.flatMap((link) => {
          const written = pathOfAddress(link.url);
          const isLeft =
            link.element === 'link' &&
            link.conditional !== true &&
            !/^(?:[a-z][a-z\d+.-]*:|\/)/iu.test(written) &&
            source.test(written) &&
            !published.test(written);
          return isLeft ? [{ path, link }] : [];
        })
      : [],
  );
  if (new Set(left.map(({ path, link }) => `${path} ${link.url}`)).size > most) return;
  for (const { path, link } of left) {
    const { url, line, column } = link;
    const isPageSource = /\.adoc(?:#|$)/u.test(url);
    const advice = isPageSource ? `A page is named by xref:${url}[].` : 'Write its whole address.';
    const message = `The link ${url} leads to no page and no file: Antora leaves it as it is, and publishes no sources. ${advice}`;
    yield { path, line, column, rule: 'broken-link', severity: 'warning', message };
  }
}
