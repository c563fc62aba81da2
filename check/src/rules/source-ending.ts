import { extensionOf } from '../site/paths.ts';
import { fixOf } from './broken-link.ts';
import type { Rule } from './rule.ts';

export const sourceEnding: Rule = {
  name: 'source-ending',
  severity: 'error',
  finds: 'a link with the ending of a source file, in a place where the framework does not replace it',
  fix: 'Link to the address of the page.',
  example: '`<a href="setup.md">` on a site that replaces `.md` in Markdown links only',
  source: 'https://docusaurus.io/docs/markdown-features/links',
  formerly: ['broken-link'],
  onLink({ site }, { link, target }) {
    if (target.kind !== 'missing' || target.source === undefined) return undefined;
    const { url } = link;
    const suffix = /[?#].*$/su.exec(url)?.[0] ?? '';
    const bare = url.slice(0, url.length - suffix.length - extensionOf(target.source).length) + suffix;
    const meant = site.links.names.bare ? bare : site.routeOf.get(target.source);
    return {
      message: `\`${url}\` does not resolve: ${site.framework} leaves this address as it is, and publishes no page with the ending of its source.`,
      sought: { kind: link.kind, written: url, at: target.source },
      ...(meant === undefined ? {} : { meant }),
      ...(meant === bare ? fixOf(link, bare) : {}),
    };
  },
};
