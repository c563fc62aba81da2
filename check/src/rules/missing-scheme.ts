import { lacksScheme } from '../site/resolve-link.ts';
import type { LinkUse, Rule } from './rule.ts';

export const missingScheme: Rule = {
  name: 'missing-scheme',
  severity: 'error',
  finds: 'the address of another host without `https://` before it, which a browser reads as a file beside the page',
  fix: 'Write `https://` before the address.',
  example: '`[Node](nodejs.org/en)`',
  source: 'https://url.spec.whatwg.org/#relative-url-string',
  formerly: ['broken-link'],
  onLink: (_context, use) =>
    isWithoutScheme(use)
      ? { message: `\`${use.link.url}\` is read as a file beside this page.`, meant: `https://${use.link.url}` }
      : undefined,
};

/** Roles of reStructuredText, shortcodes of Hugo and tags of Jekyll name pages and targets, and no addresses. */
const byName: ReadonlySet<string> = new Set(['doc', 'ref', 'relref', 'link tag', 'post_url']);

export function isWithoutScheme({ link, target }: LinkUse): boolean {
  return (
    (target.kind === 'unjudged' || target.kind === 'missing') && !byName.has(link.element) && lacksScheme(link.url)
  );
}
