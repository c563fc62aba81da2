import { extensionOf, fileNameOf, withoutExtension } from '../site/paths.ts';
import type { SiteCheck } from './check-context.ts';

/** Different addresses from which on the site lives with what its program says of them, or has it say nothing. */
const most = 30;

/** Addresses of the first page of a folder without the slash at its end, where the site's program refuses them. */
export const folderLinks: SiteCheck = function* (context) {
  const { site } = context;
  const { refusesFolders: why, indexNames, rewritten } = site.links;
  if (why === undefined || rewritten) return;
  const found = [...site.pages].flatMap(([path, { links }]) => {
    const targets = context.targetsOf(path);
    return links.flatMap((link, index) => {
      const target = targets[index];
      if (link.element !== 'markdown' || target?.kind !== 'page') return [];
      const [written = ''] = link.url.split(/[?#]/u, 1);
      const isFirst = (address: string): boolean => indexNames.includes(withoutExtension(fileNameOf(address)));
      return written === '' || written.endsWith('/') || hasEnding(written) || isFirst(written) || !isFirst(target.path)
        ? []
        : [{ path, link, written }];
    });
  });
  if (new Set(found.map(({ link }) => link.url)).size > most) return;
  for (const { path, link, written } of found) {
    const { line, column, url, range } = link;
    const text = `${written}/${url.slice(written.length)}`;
    const message = `The link ${url} leads to a folder without a slash at its end, ${why}. Write ${text}.`;
    const fix = range === undefined ? {} : { fix: { range, text } };
    yield { path, line, column, rule: 'broken-link', severity: 'warning', message, ...fix };
  }
};

function hasEnding(address: string): boolean {
  return ['.md', '.html'].includes(extensionOf(address));
}
