import type { Site } from '../site/site.ts';
import type { SiteCheck } from './check-context.ts';

/** The name of a host, and what stands before the last part of one. */
const hostOf = /^https?:\/\/(?:www\.)?([a-z\d-]{3,63}(?:\.[a-z\d-]{1,63}){0,4})(?=[:/?#]|$)/iu;

/** `https://acme/docs` on a site that names `https://acme.dev` too: the ending of the host was forgotten. */
export const hostsWithoutEnding: SiteCheck = function* ({ site }) {
  const named = [...hostsIn(site)];
  const bare = named.filter(({ host }) => !host.includes('.'));
  if (bare.length === 0) return;
  const whole = new Set(named.flatMap(({ host }) => (host.includes('.') ? [host] : [])));
  const byStart = Map.groupBy(whole, (host) => host.slice(0, host.lastIndexOf('.')));
  for (const { path, link, host } of bare) {
    const [meant, ...others] = byStart.get(host) ?? [];
    if (meant === undefined || others.length > 0) continue;
    const message = `The host of ${link.url} has no ending: other links name ${meant}.`;
    yield { path, line: link.line, column: link.column, rule: 'malformed-link', severity: 'warning', message };
  }
};

function* hostsIn({ pages }: Site) {
  for (const [path, { links }] of pages)
    for (const link of links) {
      const host = hostOf.exec(link.url)?.[1]?.toLowerCase();
      if (host !== undefined) yield { path, link, host };
    }
}
