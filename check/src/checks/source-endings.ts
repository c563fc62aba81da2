import type { Link } from '../pages/page-facts.ts';
import { isForgeFile } from '../site/forge-files.ts';
import type { SiteCheck } from './check-context.ts';
import { isHabit } from '../site/habit.ts';

/** Relative addresses with the ending that are slips. */
const mostRelative = 2;
const ending = /\.mdx?(?=[?#]|$)/iu;

/**
 * Addresses with the ending of a source file, where nearly all others that begin at the top have none. A generator that is known in part
 * may take the ending off or leave it as it is, where no page is; the others show that their authors do not count on the first.
 */
export const sourceEndings: SiteCheck = function* (context) {
  const { site } = context;
  if (site.guessed === undefined || site.framework === 'markdown' || site.links.findsSources === true) return;
  const isLeft = site.framework === 'hugo';
  const found: { readonly path: string; readonly link: Link }[] = [];
  for (const [path, { links }] of site.pages) {
    if (isForgeFile(path)) continue;
    const targets = context.targetsOf(path);
    for (const [index, link] of links.entries()) {
      const isRead = link.url.startsWith('/') || (isLeft && !link.url.startsWith('#'));
      if (isRead && link.element === 'markdown' && targets[index]?.kind === 'page') found.push({ path, link });
    }
  }
  const withEnding = found.filter(({ link: { url } }) => ending.test(url));
  if (!isHabit(found.length, withEnding.length)) return;
  // A theme of another repository may find pages by their files.
  const relative = new Set(withEnding.flatMap(({ link: { url } }) => (url.startsWith('/') ? [] : [url])));
  for (const { path, link } of withEnding) {
    if (relative.size > mostRelative && !link.url.startsWith('/')) continue;
    const { url, line, column } = link;
    const message = `The link ${url} has the ending of a file, which nearly no other of this site has. Did you mean ${url.replace(ending, '')}? Not certain: the site may take it off.`;
    yield { path, line, column, rule: 'broken-link', severity: 'warning', message };
  }
};
