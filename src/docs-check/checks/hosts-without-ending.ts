import type { SiteCheck } from './check-context.ts';

/** The name of a host, and what stands before the last part of one. */
const hostOf = /^https?:\/\/(?:www\.)?([a-z\d-]{3,63}(?:\.[a-z\d-]{1,63}){0,4})(?=[:/?#]|$)/iu;

/** `https://acme/docs` on a site that names `https://acme.dev` too: the ending of the host was forgotten. */
export const hostsWithoutEnding: SiteCheck = function* ({ site }) {
  const known = new Map<string, Set<string>>();
  const bare: { readonly path: string; readonly index: number; readonly host: string }[] = [];
  for (const [path, { links }] of site.pages)
    for (const [index, { url }] of links.entries()) {
      const host = hostOf.exec(url)?.[1]?.toLowerCase();
      if (host === undefined) continue;
      const start = host.lastIndexOf('.');
      if (start === -1) bare.push({ path, index, host });
      else known.set(host.slice(0, start), (known.get(host.slice(0, start)) ?? new Set()).add(host));
    }
  for (const { path, index, host } of bare) {
    const [meant, ...others] = known.get(host) ?? [];
    const link = site.pages.get(path)?.links[index];
    if (link === undefined || meant === undefined || others.length > 0) continue;
    const message = `The host of ${link.url} has no ending: other links name ${meant}.`;
    yield { path, line: link.line, column: link.column, rule: 'malformed-link', severity: 'warning', message };
  }
};
