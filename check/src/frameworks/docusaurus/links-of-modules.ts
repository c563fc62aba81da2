import type { Link } from '../../page/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { joinPath, within } from '../../site/paths.ts';
import { resolveLink } from '../../site/resolve-link.ts';
import type { Site, SiteProblem } from '../../site/site.ts';
import { createTextPlaces } from '../../site/text-places.ts';

/** An address that a module of the site writes as it is: `<Link to="/docs/intro">`. */
export interface ModuleLink extends Link {
  readonly path: string;
}

/** Addresses from the top, of the parts that Docusaurus checks itself. https://docusaurus.io/docs/docusaurus-core#link */
const address = /<(?:Link|a)\b[^<>]{0,300}?\b(?:to|href)=\{?["'](\/(?!\/)[^"'\s{}$?#]*)(?:[?#][^"'\s{}$]*)?["']/gu;
const comment = /\/\*[\s\S]*?\*\//gu;
const commentedLine = /^[ \t]*\/\/[^\n]*$/gmu;

/** Links in the pages of a site that are programs, and in their parts. */
export async function readLinksOfModules(
  files: FileIndex,
  root: string,
  pagesPath: string,
): Promise<readonly ModuleLink[]> {
  const folders = [pagesPath, 'src/components'].flatMap((folder) => joinPath(root, folder) ?? []);
  const paths = files.paths.filter(
    (path) => /\.[jt]sx?$/u.test(path) && folders.some((folder) => within(folder, path) !== undefined),
  );
  const read = paths.map(async (path): Promise<readonly ModuleLink[]> => {
    const text = withoutComments((await files.readText(path)) ?? '');
    const places = createTextPlaces(text);
    return [...text.matchAll(address)].map(([, url = '']) => ({
      ...{ path, url, kind: 'page', element: 'Link', range: undefined },
      ...places.next(url),
    }));
  });
  return (await Promise.all(read)).flat();
}

/**
 * The text with spaces where comments stand. Behind the last end of one none is looked for: each beginning would be read
 * through to the end of the text.
 */
function withoutComments(text: string): string {
  const blank = (part: string): string => part.replace(/[^\n]/gu, ' ');
  const end = text.lastIndexOf('*/') + 2;
  return (text.slice(0, end).replace(comment, blank) + text.slice(end)).replace(commentedLine, blank);
}

/** Those that lead nowhere. A program may answer all the same, so that none is certain. */
export function* brokenLinksOfModules(
  site: Site,
  files: FileIndex,
  links: readonly ModuleLink[],
): Iterable<SiteProblem> {
  for (const { path, ...link } of links) {
    const target = resolveLink(site, files, path, link);
    if (target.kind !== 'missing') continue;
    const { line, column, url } = link;
    const message = `The link ${url} leads to no page and no file (looked for ${target.looked}). Not certain: it stands in a program, which may publish the page itself.`;
    const sought = { kind: 'page', written: url, at: target.looked } as const;
    yield { path, line, column, rule: 'broken-link', severity: 'warning', message, sought };
  }
}
