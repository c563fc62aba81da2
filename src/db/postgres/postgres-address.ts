/** Host, port and database of the URL, for people: neither user nor password. */
export function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  return `${host === '' ? 'localhost' : host}:${port === '' ? '5432' : port}${decodeURI(pathname)}`;
}
