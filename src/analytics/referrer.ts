/** Longest host name (RFC 1035). */
const longestHost = 253;

/**
 * Host of the referring page, lower case, without port and `www.`; undefined for none, for anything but `http(s)`, and
 * for the site's own host, whose links are no source of readers.
 */
export function referrerHost(referrer: string | undefined, ownHost: string | undefined): string | undefined {
  if (!referrer || referrer.length < 9) return undefined;
  const start = referrer.startsWith('https://') ? 8 : referrer.startsWith('http://') ? 7 : -1;
  if (start < 0) return undefined;
  let end = start;
  while (end < referrer.length && !isHostEnd(referrer.charCodeAt(end))) end += 1;
  const host = plainHost(referrer.slice(start, end));
  if (host === '' || host.length > longestHost) return undefined;
  return ownHost !== undefined && host === plainHost(ownHost) ? undefined : host;
}

/** `/`, `?`, `#`, `:` and space. */
function isHostEnd(code: number): boolean {
  return code === 47 || code === 63 || code === 35 || code === 58 || code === 32;
}

function plainHost(host: string): string {
  const lower = host.toLowerCase();
  const bare = lower.startsWith('www.') ? lower.slice(4) : lower;
  const colon = bare.indexOf(':');
  return colon < 0 ? bare : bare.slice(0, colon);
}
