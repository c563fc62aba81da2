/** Modes that the driver takes for `verify-full`, and says so at length on standard error. */
const verifyingModes = ['prefer', 'require', 'verify-ca'];

/** The URL in the words of the driver, with the same meaning. */
export function driverUrl(url: string): string {
  const driverAddress = new URL(url);
  if (verifyingModes.includes(driverAddress.searchParams.get('sslmode') ?? ''))
    driverAddress.searchParams.set('sslmode', 'verify-full');
  return driverAddress.href;
}

/** Host, port and database of the URL, for people: neither user nor password. */
export function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  return `${host === '' ? 'localhost' : host}:${port === '' ? '5432' : port}${decodeURI(pathname)}`;
}
