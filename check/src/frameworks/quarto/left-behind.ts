import type { PageFacts } from '../../page/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { folderOf, joinPath, within } from '../../site/paths.ts';
import type { SiteProblem } from '../../site/site.ts';

/** Different addresses, from which on a build probably puts the files there. */
const most = 30;

/**
 * Relative links of pages to files that lie outside of the project, with which nothing of them is published.
 * https://quarto.org/docs/websites/#site-resources
 */
export function* leftBehind(
  pages: ReadonlyMap<string, PageFacts>,
  files: FileIndex,
  root: string,
  isPart: (path: string) => boolean,
): Iterable<SiteProblem> {
  if (root === '') return;
  const left = [...pages].flatMap(([path, { links }]) =>
    isPart(path)
      ? []
      : links.flatMap((link) => {
          const address = link.kind === 'page' && link.inCode !== true ? parseAddress(link.url) : undefined;
          if (address?.kind !== 'internal' || !address.path.startsWith('../')) return [];
          const at = joinPath(folderOf(path), address.path);
          // A page or document that is kept as it was made, a host may have beside the site.
          const isMade = /\.(?:html?|pdf)$/iu.test(address.path);
          const isLeft = at !== undefined && !isMade && within(root, at) === undefined && files.has(at);
          return isLeft ? [{ path, link, at }] : [];
        }),
  );
  if (new Set(left.map(({ at }) => at)).size > most) return;
  for (const { path, link, at } of left) {
    const { url, line, column } = link;
    const message =
      `The link ${url} leads to no page and no file of the site: ${at} lies outside of the project, and Quarto publishes nothing of it. ` +
      `Not certain: a build may put it beside the site.`;
    yield { path, line, column, rule: 'broken-link', severity: 'warning', message };
  }
}
