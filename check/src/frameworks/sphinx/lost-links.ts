import type { Link, PageFacts } from '../../page/page-facts.ts';
import { extensionOf, folderOf, joinPath } from '../../site/paths.ts';
import type { SiteProblem } from '../../site/site.ts';
import type { SphinxProject } from './project.ts';

/** Different addresses, from which on something probably makes them right. */
const most = 30;

interface Lost extends Pick<Link, 'url' | 'line' | 'column'> {
  readonly path: string;
  readonly why: string;
}

/** Links of Markdown to sources that are there, and of which Sphinx all the same makes no link that leads to a page. */
export function* lostLinks(project: SphinxProject, pages: ReadonlyMap<string, PageFacts>): Iterable<SiteProblem> {
  const { settings, published } = project;
  if (settings.changesPages) return;
  const whyLost = settings.extensions.includes('recommonmark') ? leftWithAnchor : notAmongPages;
  const lost = [...pages].flatMap(([path, { links }]) =>
    published.has(path) && extensionOf(path) === '.md'
      ? links.flatMap((link): Lost[] => {
          const [, source] = /^(?![a-z][a-z\d+.-]*:|\/)([^?#{}]+)/iu.exec(link.url) ?? [];
          const at = source === undefined ? undefined : joinPath(folderOf(path), source);
          if (at === undefined || link.element !== 'markdown' || link.kind !== 'page') return [];
          const why = whyLost(project, at, link.url);
          return why === undefined ? [] : [{ ...link, path, why }];
        })
      : [],
  );
  if (new Set(lost.map(({ url }) => url)).size > most) return;
  for (const { path, line, column, url, why } of lost) {
    const message = `The link ${url} leads to no page: ${why}`;
    yield { path, line, column, rule: 'broken-link', severity: 'warning', message };
  }
}

/**
 * MyST takes a file with the ending of a page for one, and shows the text of the link alone where it is none (`Unknown source
 * document`). Any other file is a download.
 * https://github.com/executablebooks/MyST-Parser/blob/v4.0.0/myst_parser/mdit_to_docutils/sphinx_.py (`render_link_unknown`)
 */
function notAmongPages({ settings, files, published }: SphinxProject, at: string): string | undefined {
  const isSource = ['.md', ...settings.suffixes].includes(extensionOf(at));
  return settings.extensions.includes('myst_parser') && isSource && files.has(at) && !published.has(at)
    ? `${at} is there and no page of this site, so that MyST shows the text alone.`
    : undefined;
}

/** https://github.com/readthedocs/recommonmark/blob/0.7.1/recommonmark/parser.py (`visit_link`) */
function leftWithAnchor({ settings, published }: SphinxProject, at: string, url: string): string | undefined {
  return url.includes('#') &&
    ['.md', '.rst'].includes(extensionOf(at)) &&
    published.has(at) &&
    !settings.structuresLinks
    ? 'with an anchor, recommonmark leaves the address as it is, and the page ends in .html.'
    : undefined;
}
