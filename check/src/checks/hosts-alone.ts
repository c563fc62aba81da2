import type { PageFacts } from '../pages/page-facts.ts';
import { lacksScheme } from '../site/resolve-link.ts';
import { byName } from './address-slips.ts';
import type { CheckContext, SiteCheck } from './check-context.ts';

/** A name with an ending that files have besides. */
const mayBeFile = /\.(?:mdx?|html?|adoc|rst|js|ts|py|rb|rs|sh|cs|pl|so|app|zip)$/iu;

/** The name alone of a host that other links of the site have with its scheme. */
export const hostsAlone: SiteCheck = function* (context) {
  const alone = [...namesAlone(context)];
  if (alone.length === 0) return;
  const hosts = hostsOf(context.site.pages.values());
  for (const { path, link, name } of alone) {
    if (!hosts.has(name)) continue;
    const message = `The link ${link.url} leads to no page: https:// is missing before it.`;
    yield { path, line: link.line, column: link.column, rule: 'broken-link', severity: 'warning', message };
  }
};

function* namesAlone(context: CheckContext) {
  for (const [path, { links }] of context.site.pages) {
    const targets = context.targetsOf(path);
    for (const [index, link] of links.entries()) {
      if (link.kind !== 'page' || byName.has(link.element) || targets[index]?.kind !== 'unjudged') continue;
      const name = /^(?:www\.)?([a-z\d-]+(?:\.[a-z\d-]+)+)\/?$/iu.exec(link.url)?.[1]?.toLowerCase();
      // What looks like one by itself is told where it stands.
      if (name !== undefined && !mayBeFile.test(name) && !lacksScheme(link.url)) yield { path, link, name };
    }
  }
}

function hostsOf(pages: Iterable<PageFacts>): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const { links, listed } of pages) {
    for (const url of [...links.map((link) => link.url), ...listed.map(({ entry }) => entry)]) {
      const host = /^https?:\/\/(?:www\.)?([^/?#]+)/iu.exec(url)?.[1]?.toLowerCase();
      if (host !== undefined) hosts.add(host);
    }
  }
  return hosts;
}
