/** The host that an address names, as a URL or in git's short form `user@host:path`; undefined for a path or a name. */
export function hostOfAddress(address: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return URL.canParse(address) ? new URL(address).hostname : '';
  return /^[^/\s@:]+@([^/\s:]+):/.exec(address)?.[1]?.toLowerCase();
}
