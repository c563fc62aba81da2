/** Where a server of ClickHouse is, and who asks. */
export interface ClickHouseAddress {
  /** Of its HTTP interface, without user, password and database. */
  readonly origin: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
  /** Over whose shards tables are spread; undefined where they are on one server. */
  readonly cluster: string | undefined;
  /** For people: neither user nor password. */
  readonly place: string;
}

/** `clickhouse://user:password@host:8123/database`, with `?secure=true` over TLS and `?cluster=name`; or the same with http or https. */
export function readClickHouseAddress(url: string): ClickHouseAddress {
  // Of an unknown scheme a URL is read by other rules than of http.
  const { protocol, host, port, hostname, pathname, username, password, searchParams } = new URL(
    url.replace(/^clickhouse:/, 'http:'),
  );
  const isSecure = protocol === 'https:' || searchParams.get('secure') === 'true';
  const named = url.startsWith('clickhouse:') && port === '' ? `${hostname}:${isSecure ? 8443 : 8123}` : host;
  const database = decodeURIComponent(pathname.slice(1)) || 'default';
  return {
    origin: `${isSecure ? 'https' : 'http'}://${named}`,
    username: decodeURIComponent(username) || 'default',
    password: decodeURIComponent(password),
    database,
    cluster: searchParams.get('cluster') ?? undefined,
    place: `${named}/${database}`,
  };
}
