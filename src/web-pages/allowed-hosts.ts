/** Longer addresses carry something else than the place of a page. */
export const longestAddress = 2_000;

/** What is wrong with an address that somebody wants to read; undefined when nothing is. Never repeats a password. */
export function faultOfAddress(address: string, hosts: readonly string[]): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/u.test(url.protocol)) return 'Give a full URL, such as https://example.com/docs.';
  if (url.username !== '' || url.password !== '') return 'The URL contains a user name or password. Remove it.';
  if (address.length > longestAddress) return `The URL is longer than ${longestAddress} characters.`;
  if (isAllowed(url, hosts)) return undefined;
  return `This project does not allow pages of ${url.host}, only those of ${hosts.join(', ')}. Continue without it, and mention it in your summary if it matters.`;
}

/** Hosts are `docs.example.com`, `example.com:8080`, or `*.example.com` for everything below; without a port the usual ones. */
function isAllowed({ protocol, host }: URL, hosts: readonly string[]): boolean {
  if (!/^https?:$/u.test(protocol)) return false;
  return hosts.some((allowed) => (allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed));
}
