import type { Link } from '../pages/page-facts.ts';
import { isHabit } from '../site/habit.ts';
import { pathOfAddress } from '../site/parse-address.ts';
import { extensionOf, fileNameOf, withoutExtension } from '../site/paths.ts';
import type { SiteCheck } from './check-context.ts';

/**
 * GitBook finds a page by the name of its file. One without its ending is an address to it, which it leaves as it is: that such a page
 * has it depends on where the site is published. https://gitbook.com/docs/getting-started/git-sync/content-configuration
 */
export const endingsLeftOut: SiteCheck = function* (context) {
  const { site } = context;
  if (site.framework !== 'gitbook') return;
  const found: { readonly path: string; readonly link: Link; readonly file: string }[] = [];
  for (const [path, { links }] of site.pages) {
    const targets = context.targetsOf(path);
    for (const [index, link] of links.entries()) {
      const target = targets[index];
      const isRelative = link.element === 'markdown' && /^[^#/]/u.test(link.url);
      if (isRelative && target?.kind === 'page') found.push({ path, link, file: target.path });
    }
  }
  const without = found.filter(({ link: { url }, file }) => {
    const name = pathOfAddress(url);
    return extensionOf(name) === '' && fileNameOf(withoutExtension(file)) === fileNameOf(name);
  });
  if (!isHabit(found.length, without.length)) return;
  for (const { path, link, file } of without) {
    const { url, line, column } = link;
    const ending = extensionOf(file);
    const message =
      `The link ${url} names a page without the ending of its file, by which GitBook finds it, and nearly all others of this site have it. ` +
      `Did you mean ${url.replace(/(?=[?#]|$)/u, ending)}? Not certain: the address may be that of the page.`;
    yield { path, line, column, rule: 'broken-link', severity: 'warning', message };
  }
};
