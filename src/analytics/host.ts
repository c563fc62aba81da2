import type { Hit } from './hit.ts';
import { endOfHost } from './path.ts';

/** The host that was asked for, in lower case and without port; undefined where the source does not tell. */
export function hostOfHit({ host, url }: Pick<Hit, 'host' | 'url'>): string | undefined {
  return bareHost(host) ?? hostOfUrl(url);
}

/** Undefined for an empty one. */
function bareHost(host: string | undefined): string | undefined {
  if (!host) return undefined;
  const lower = host.toLowerCase();
  const colon = lower.lastIndexOf(':');
  return colon > 0 && !lower.endsWith(']') ? lower.slice(0, colon) : lower;
}

function hostOfUrl(url: string): string | undefined {
  const scheme = url.charCodeAt(0) === 47 ? -1 : url.indexOf('://');
  return scheme < 0 ? undefined : bareHost(url.slice(scheme + 3, endOfHost(url, scheme + 3)));
}
