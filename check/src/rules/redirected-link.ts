import { fixOf } from './broken-link.ts';
import type { Rule } from './rule.ts';

export const redirectedLink: Rule = {
  name: 'redirected-link',
  severity: 'notice',
  finds: 'a link that only a redirect resolves',
  fix: 'Link to where the redirect leads.',
  example: '`[Start](/old-start)` where `/old-start` redirects to `/start`',
  source: 'https://www.rfc-editor.org/rfc/rfc9110#name-redirection-3xx',
  onLink(_context, { link, target }) {
    if (target.kind !== 'page' || target.redirected === undefined) return undefined;
    const message = `\`${link.url}\` resolves only through a redirect to ${target.redirected}.`;
    return { message, ...fixOf(link, target.redirected) };
  },
};
