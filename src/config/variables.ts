import { delimiter, isAbsolute } from 'node:path';
import { z } from 'zod';
import { duration } from '../kernel/clock.ts';
import { trimEndOf } from '../kernel/trim-characters.ts';
import { roles } from './roles.ts';

/** One environment variable: how it is read, and everything the documentation says about it. */
export interface Variable<Value> {
  readonly schema: z.ZodType<Value>;
  /** Text, as it would stand in the environment. */
  readonly default?: string;
  /** Never printed; `<NAME>_FILE` may name a file that holds it. */
  readonly secret?: boolean;
  /** A URL that may hold a password: printed without it. Also read in lower case, as other programs do. */
  readonly isProxy?: true;
  /** What a good value looks like; completes the sentence "It must be ...". */
  readonly expects: string;
  readonly about: string;
}

const text = z.string();
/** Goes out as a header. What no header may hold is refused here: HTTP clients quote it in what they throw. */
const key = z
  .string()
  .trim()
  .regex(/^[\x21-\x7E]+$/);
const wholeNumber = (smallest: number, largest: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(smallest).max(largest));
const bytes = (smallest: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}[MG]B$/)
    .transform((size) => Number.parseInt(size, 10) * 2 ** (size.endsWith('GB') ? 30 : 20))
    .pipe(z.int().min(smallest));
/** With or without its scheme, as curl and git take it. */
const proxyUrl = z
  .string()
  .regex(/^(?:[^%]|%[0-9a-f]{2})*$/i)
  .transform((text) => (text.includes('://') ? text : `http://${text}`))
  .pipe(z.url({ protocol: /^https?$/ }));
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => trimEndOf(url, '/'));
/** Its path goes before every address: plain segments, none of which begins an address of our own. */
const publicUrl = httpUrl.refine((text) => {
  const { username, search, hash, pathname } = new URL(text);
  const [, first = ''] = pathname.split('/');
  const isOurs = /^(?:api|assets|docs|guide|healthz|metrics|openapi\.json|problems|projects|readyz|v1|v2)$/.test(first);
  return username + search + hash === '' && /^\/(?:[\w.~-]+\/)*[\w.~-]*$/.test(pathname) && !isOurs;
});
const networks = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])));

const folders = z
  .string()
  .transform((list) => list.split(delimiter).filter(Boolean))
  .pipe(z.array(z.string().refine(isAbsolute)).min(1));
const words = z
  .string()
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.string()).min(1));
/** Its exact text counts, also a slash at the end. Plain http only where nobody is on the way. */
const issuerUrl = z.url({ protocol: /^https?$/ }).refine((text) => {
  const { protocol, hostname } = new URL(text);
  const isOnThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || isOnThisMachine) && !text.includes('/.well-known/');
});

// The driver decodes every part of it.
const postgresUrl = z
  .url({ protocol: /^postgres(?:ql)?$/, abort: true })
  .regex(/^(?:[^%]|%[0-9a-f]{2})*$/i)
  .refine((url) => {
    const { searchParams } = new URL(url);
    return (
      endsAsMeant(url) &&
      // One that is misspelt would be passed over, and nothing be encrypted or checked.
      [...searchParams.keys()].every((name) => postgresParameters.includes(name)) &&
      // The driver takes one that it does not know for the strictest, and then fails for another reason.
      sslModes.includes(searchParams.get('sslmode') ?? 'disable')
    );
  });
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
/** The last ones stand in the URLs that services give out, and change nothing here. */
const postgresParameters = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
  'host',
  'options',
  'application_name',
  'channel_binding',
  'target_session_attrs',
  'connect_timeout',
  'pgbouncer',
];
const clickhouseUrl = z.url({ protocol: /^(?:clickhouse|https?)$/, hostname: /./, abort: true }).refine((url) => {
  const { searchParams } = new URL(url);
  const isKnown = [...searchParams.keys()].every((name) => name === 'secure' || name === 'cluster');
  const isSecureOrNot = ['true', 'false'].includes(searchParams.get('secure') ?? 'false');
  return endsAsMeant(url) && isKnown && isSecureOrNot && /^[\w.-]+$/.test(searchParams.get('cluster') ?? 'none');
});

/** Of a password with `/`, `@`, `?` or `#` as they are, a part would be taken for the host, and the rest for a database. */
function endsAsMeant(url: string): boolean {
  const { pathname, hash } = new URL(url);
  return /^(?:\/[^/@:]*)?$/.test(pathname) && hash === '';
}
const embedded = z.literal('embedded');

const anUrl = 'an http or https URL';
// With a password that is too short to be taken for one, and kept from what an error says.
const aDatabase = 'such as postgres://docwright:pass@db.example.com/docwright?sslmode=verify-full';
const aProxy =
  'the URL of an HTTP proxy, such as http://user:password@proxy.example.com:3128; what is no letter or digit in user and password is written as in %2F';
const aKey = 'the key as the provider shows it';

/** The whole environment of the server. `docs/configuration.md` is generated from this table. */
export const variables = {
  DOCWRIGHT_DATA_DIR: {
    schema: text,
    default: './.docwright-data',
    expects: 'the path of a folder',
    about: 'Database, repositories, visits and the master key. Back this folder up.',
  },
  DOCWRIGHT_HOST: {
    schema: text,
    default: '127.0.0.1',
    expects: 'an address of this machine',
    about: 'Address to listen on; `0.0.0.0` for all. Put TLS in front before other machines can reach it.',
  },
  DOCWRIGHT_PORT: {
    schema: wholeNumber(0, 65_535),
    default: '4800',
    expects:
      'a whole number from 0 to 65535 (Kubernetes sets this variable itself for a service named docwright: `enableServiceLinks: false` stops that)',
    about: 'Port to listen on; 0 takes any free one.',
  },
  DOCWRIGHT_KEEP_ALIVE_TIMEOUT: {
    schema: wholeNumber(1, 3600),
    default: '75',
    expects: 'a whole number of seconds from 1 to 3600',
    about:
      'How long a connection lives that nobody uses. Longer than the proxy in front keeps its own (60 seconds in nginx), or the proxy may send a request just when the connection ends and answer 502.',
  },
  DOCWRIGHT_SHUTDOWN_TIMEOUT: {
    schema: wholeNumber(0, 3600),
    default: '30',
    expects: 'a whole number of seconds from 0 to 3600',
    about:
      'How long a server that was told to stop lets requests, streams and turns of jobs come to their end. Whoever runs it must wait longer: `TimeoutStopSec`, `stop_grace_period`, `terminationGracePeriodSeconds`.',
  },
  DOCWRIGHT_PUBLIC_URL: {
    schema: publicUrl,
    expects: `${anUrl}, such as https://docwright.example.com or https://example.com/docwright; its path has plain segments and is none of our own, such as /docs`,
    about:
      'How people and scripts reach the server, for links in answers; may have a path. Without it: the address it listens on.',
  },
  DOCWRIGHT_LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error']),
    default: 'info',
    expects: 'debug, info, warn or error',
    about: 'Structured logs go to standard error, one JSON object on a line.',
  },
  DOCWRIGHT_METRICS_KEY: {
    schema: z.string().min(16),
    secret: true,
    expects: 'at least 16 characters, such as `openssl rand -hex 16` prints',
    about:
      'Bearer token that opens `/metrics`. Without it they are open to this machine on a server that listens on loopback only, though not through a proxy, and closed on any other.',
  },
  DOCWRIGHT_TRUSTED_PROXIES: {
    schema: networks,
    expects: 'addresses or networks, separated by commas, such as 10.0.0.0/8,::1',
    about: 'Proxies whose `X-Forwarded-For` is believed. Without it nobody is.',
  },
  DOCWRIGHT_LOCAL_ROOTS: {
    schema: folders,
    expects: `absolute paths of folders, separated by \`${delimiter}\`, such as /srv/docs`,
    about:
      'Folders below which people may name documentation in the dashboard, to be copied into a project. Without it that is done by `docwright project create` on this machine alone.',
  },
  DOCWRIGHT_BUILD_FOLDERS: {
    schema: folders,
    expects: `absolute paths of folders, separated by \`${delimiter}\`, such as /srv/docs-tools`,
    about:
      'Folders that build commands may read, under the same paths, such as the `node_modules` of a site: a build has no network to install them. Every user of the machine must be able to read them.',
  },
  DOCWRIGHT_REFRESH_RANGES: {
    schema: z.enum(['off', 'daily']),
    default: 'off',
    expects: 'off or daily',
    about:
      'Whether the address ranges that AI operators publish are fetched from them once a day. The last good copies stay in the data directory; with `off` those of this version count.',
  },
  DOCWRIGHT_REVERSE_DNS: {
    schema: z.enum(['off', 'on']),
    default: 'off',
    expects: 'off or on',
    about:
      'Whether the name servers of this machine are asked who owns an address that claims to be a bot such as Googlebot. People are never looked up.',
  },
  DOCWRIGHT_COUNTRY_DATABASE: {
    schema: text,
    expects: 'the path of a file in MaxMind’s format (.mmdb)',
    about:
      'Where the country of an address is looked up, if not in the supplied list of what the registries say (`@ip-location-db/geo-whois-asn-country-mmdb`, CC0, with data of nro.net).',
  },
  DOCWRIGHT_ROLE: {
    schema: z.enum(roles),
    default: 'all',
    expects: `one of ${roles.join(', ')}`,
    about:
      'What this process is for: `api` answers requests, `worker` works on agent jobs and removes what is past its time, `ingest` only takes views; `all` does everything. See the guide, under Several processes.',
  },
  DOCWRIGHT_WORKERS: {
    schema: wholeNumber(0, 64),
    default: '2',
    expects: 'a whole number from 0 to 64',
    about: 'Agent jobs that this process works on at the same time; 0 only serves the API.',
  },
  DOCWRIGHT_DATABASE_URL: {
    schema: postgresUrl,
    secret: true,
    expects: `a URL of PostgreSQL ${aDatabase}; \`sslmode\` is one of ${sslModes.join(', ')}, other parameters are ${postgresParameters.slice(1).join(', ')}; what is no letter or digit in user and password is written as in %2F`,
    about:
      'The PostgreSQL (15 or newer, with UTF8) that holds everything but visits and repositories, in a database of its own. Without it: a file in the data directory.',
  },
  DOCWRIGHT_DATABASE_CONNECTIONS: {
    schema: wholeNumber(2, 500),
    default: '10',
    expects: 'a whole number from 2 to 500',
    about:
      'Connections to PostgreSQL that this process has at most. All processes together must stay below its `max_connections`.',
  },
  DOCWRIGHT_MASTER_KEY: {
    schema: text,
    secret: true,
    expects: '32 bytes in base64, as `openssl rand -base64 32` prints them',
    about: 'Encrypts stored secrets. Without it: `master.key` in the data directory, made at the first start.',
  },
  DOCWRIGHT_VISITS_URL: {
    schema: clickhouseUrl,
    secret: true,
    expects:
      'a URL of the HTTP interface of ClickHouse, with no parameters but `secure` (true or false) and `cluster`, such as clickhouse://docwright:pass@clickhouse.example.com:8443/docwright?secure=true; what is no letter or digit in user and password is written as in %2F',
    about:
      'The ClickHouse that holds visits, in a database of its own that is there already; with `cluster`, over the shards of the cluster of that name. Without it: a file in the data directory.',
  },
  DOCWRIGHT_MIGRATE_TO: {
    schema: z.union([embedded, postgresUrl]),
    secret: true,
    expects: `a URL of PostgreSQL ${aDatabase}, or \`embedded\``,
    about:
      'Where `docwright migrate` moves everything but visits: a PostgreSQL, or back to a file in the data directory. The server does not read it.',
  },
  DOCWRIGHT_MIGRATE_VISITS: {
    schema: z.union([embedded, clickhouseUrl]),
    secret: true,
    expects:
      'a URL of ClickHouse such as clickhouse://docwright:pass@clickhouse.example.com:8443/docwright?secure=true, or `embedded`',
    about:
      'Where `docwright migrate` moves visits: a ClickHouse, or back to a file in the data directory. The server does not read it.',
  },
  DOCWRIGHT_VISITS_SPOOL: {
    schema: bytes(2 ** 20),
    default: '1GB',
    expects: 'a size from 1MB, such as 512MB or 10GB',
    about:
      'How many bytes of views may wait in the data directory while ClickHouse is away; a million views are about 400 MB. Views that come when it is full are refused with 503.',
  },
  DOCWRIGHT_VISITS_MEMORY: {
    schema: bytes(32 * 2 ** 20),
    expects: 'a size from 32MB, such as 512MB or 2GB',
    about:
      'What the store of visits keeps in memory of what is on the disk: half to count, half to take views. More makes questions over long ranges and many projects faster. Without it: a sixteenth of the memory of the machine, from 128MB to 1GB.',
  },
  DOCWRIGHT_BACKUP_TO: {
    schema: text,
    expects: 'the path of a folder, or s3://bucket/folder',
    about:
      'Where the server backs up to by itself, beside its work. Without it: nowhere. See the guide, under Back up.',
  },
  DOCWRIGHT_BACKUP_EVERY: {
    schema: z
      .string()
      .regex(/^[1-9]\d{0,2}[hd]$/)
      .transform((every) => Number.parseInt(every, 10) * (every.endsWith('d') ? duration.day : duration.hour)),
    default: '24h',
    expects: 'hours or days, such as 6h or 1d',
    about: 'Time from one backup to the next.',
  },
  DOCWRIGHT_BACKUP_KEEP: {
    schema: wholeNumber(1, 1_000),
    default: '14',
    expects: 'a whole number from 1 to 1000',
    about: 'Backups that are kept there; older ones are removed.',
  },
  DOCWRIGHT_BACKUP_INCREMENTAL: {
    schema: z.enum(['on', 'off']),
    default: 'off',
    expects: 'on or off',
    about: 'Keeps databases of these backups in pieces that they share, so that each holds only what has changed.',
  },
  DOCWRIGHT_BACKUP_PASSPHRASE: {
    schema: text.min(12),
    secret: true,
    expects: 'at least 12 characters',
    about: 'Puts the master key into backups, encrypted with it. Without it backups hold no key.',
  },
  HTTPS_PROXY: {
    schema: proxyUrl,
    isProxy: true,
    expects: aProxy,
    about:
      'Proxy for https addresses, of whatever leaves this server but the protocols of databases: models, code hosts and git, buckets, the identity provider, pages, mail. Also as `https_proxy`. See the guide, under Behind a proxy.',
  },
  HTTP_PROXY: {
    schema: proxyUrl,
    isProxy: true,
    expects: aProxy,
    about: 'The same for http addresses. Also as `http_proxy`.',
  },
  ALL_PROXY: {
    schema: proxyUrl,
    isProxy: true,
    expects: aProxy,
    about: 'The same for addresses of either kind that have no proxy of their own. Also as `all_proxy`.',
  },
  NO_PROXY: {
    schema: text,
    expects: 'hosts, domains, addresses, networks or `*`, separated by commas',
    about:
      'What is reached without the proxy, such as `.corp.example,10.0.0.0/8,git.example.com:8443`. This machine itself always is. Also as `no_proxy`.',
  },
  DOCWRIGHT_CA_FILE: {
    schema: text,
    expects: 'the path of a file in PEM',
    about:
      'Certificates of authorities that are trusted beside those of Node and the system, by everything that leaves this server over TLS: git, databases and mail too. Commands read it as well.',
  },
  DOCWRIGHT_MODEL: {
    schema: z.string().regex(/^[^/\s]+\/\S+$/),
    expects: 'provider/name, such as anthropic/claude-sonnet-5',
    about: 'Model of projects that name none. Without it: chosen by which key is configured.',
  },
  DOCWRIGHT_MODEL_CONTEXT_TOKENS: {
    schema: wholeNumber(8_192, 1_000_000_000),
    expects: 'a whole number from 8192',
    about:
      'Context window of every model whose project sets none, in tokens. Without it: what the server of the model says, else what is known of its name, else 32768.',
  },
  DOCWRIGHT_MODEL_FIRST_TOKEN_TIMEOUT: {
    schema: wholeNumber(1, 86_400),
    default: '300',
    expects: 'a whole number of seconds from 1 to 86400',
    about:
      'How long a model may take until the first byte of its answer. A slow one that reads a long prompt needs more.',
  },
  DOCWRIGHT_MODEL_SILENCE_TIMEOUT: {
    schema: wholeNumber(1, 86_400),
    default: '300',
    expects: 'a whole number of seconds from 1 to 86400',
    about:
      'How long a model may be silent within its answer. Every byte counts, also of lines that only keep the connection open.',
  },
  DOCWRIGHT_MODEL_PRICES: {
    schema: text,
    expects: 'the path of a JSON file',
    about:
      'Prices of models in dollars per million tokens, before those that ship with the product: `{"models": {"openai-compatible/qwen*": {"input": 0.5, "output": 2, "cachedInput": 0.05}}}`.',
  },
  DOCWRIGHT_SCRIPTED_TRANSCRIPT: {
    schema: text,
    expects: 'the path of a transcript file or of a folder of them',
    about:
      'Played by `scripted/<name of a file without .json>` instead of asking a model, for demos and tests; `scripted/demo` is built in.',
  },
  ANTHROPIC_API_KEY: { schema: key, secret: true, expects: aKey, about: 'Enables models named `anthropic/...`.' },
  ANTHROPIC_BASE_URL: { schema: httpUrl, expects: anUrl, about: "In place of Anthropic's own address." },
  OPENAI_API_KEY: { schema: key, secret: true, expects: aKey, about: 'Enables models named `openai/...`.' },
  OPENAI_BASE_URL: {
    schema: httpUrl,
    expects: anUrl,
    about: "In place of OpenAI's own address, such as a gateway that speaks chat completions.",
  },
  GOOGLE_GENERATIVE_AI_API_KEY: {
    schema: key,
    secret: true,
    expects: aKey,
    about: 'Enables models named `google/...`.',
  },
  GOOGLE_GENERATIVE_AI_BASE_URL: { schema: httpUrl, expects: anUrl, about: "In place of Google's own address." },
  OPENAI_COMPATIBLE_BASE_URL: {
    schema: httpUrl,
    expects: `${anUrl}, such as http://localhost:8000/v1`,
    about: 'Enables models named `openai-compatible/...`: vLLM, LM Studio, gateways and the like.',
  },
  OPENAI_COMPATIBLE_API_KEY: {
    schema: key,
    secret: true,
    expects: aKey,
    about: 'Key for that server, if it wants one.',
  },
  DOCWRIGHT_PASSWORD_SIGN_IN: {
    schema: z.enum(['on', 'off']),
    default: 'on',
    expects: 'on or off',
    about: 'Whether members may sign in with a password; `off` leaves only the identity provider.',
  },
  DOCWRIGHT_OIDC_ISSUER: {
    schema: issuerUrl,
    expects:
      'an https URL as the provider writes it (http only for localhost), without `/.well-known/openid-configuration`',
    about:
      'Enables sign-in by an OpenID Connect provider; the guide tells how, under Signing in. There, register `<DOCWRIGHT_PUBLIC_URL>/sign-in/callback` as the redirect URI.',
  },
  DOCWRIGHT_OIDC_CLIENT_ID: {
    schema: text,
    expects: 'the id that the provider gave',
    about: 'Our id at the provider.',
  },
  DOCWRIGHT_OIDC_CLIENT_SECRET: {
    schema: text,
    secret: true,
    expects: 'the secret that the provider gave',
    about: 'Our secret at the provider. Without it: a public client, proven by PKCE alone.',
  },
  DOCWRIGHT_OIDC_SCOPES: {
    schema: words.refine((scopes) => scopes.includes('openid')),
    default: 'openid email profile',
    expects: 'a list with `openid` in it, separated by blanks',
    about: 'What is asked of the provider.',
  },
  DOCWRIGHT_OIDC_NAME: {
    schema: text.max(60),
    default: 'single sign-on',
    expects: 'at most 60 characters, such as Okta',
    about: 'What the button of the sign-in page calls the provider.',
  },
  DOCWRIGHT_OIDC_EMAIL_DOMAINS: {
    schema: words
      .transform((domains) => domains.map((domain) => domain.toLowerCase()))
      .pipe(z.array(z.string().regex(/^[^@\s.]+(?:\.[^@\s.]+)+$/))),
    expects: 'domains, separated by commas, such as example.com,example.org',
    about:
      'Whoever has a verified address of exactly such a domain joins as a viewer at the first sign-in. Without it: only who was invited.',
  },
  DOCWRIGHT_OIDC_EMAIL_VERIFIED: {
    schema: z.enum(['claim', 'assumed']),
    default: 'claim',
    expects: 'claim or assumed',
    about:
      'Whether the provider must say `email_verified`. `assumed` is for one that never says it and whose administrators set the addresses, such as a single tenant of Microsoft Entra; a provider that says no is still believed.',
  },
  AWS_ENDPOINT_URL: {
    schema: httpUrl,
    expects: anUrl,
    about: 'Where `s3://` addresses of backups lead, without the bucket. Without it: Amazon S3 of the region.',
  },
  AWS_REGION: {
    schema: text,
    default: 'us-east-1',
    expects: 'the name of a region',
    about: 'Region of the bucket of backups.',
  },
  AWS_ACCESS_KEY_ID: { schema: key, expects: 'the id as the provider shows it', about: 'Who writes to that bucket.' },
  AWS_SECRET_ACCESS_KEY: { schema: key, secret: true, expects: aKey, about: 'The secret that belongs to it.' },
  GITHUB_TOKEN: {
    schema: key,
    secret: true,
    expects: 'a personal access token with contents and pull requests, read and write',
    about: 'For GitHub projects that have no token of their own.',
  },
  GITHUB_API_URL: {
    schema: httpUrl,
    default: 'https://api.github.com',
    expects: anUrl,
    about: 'The API of a GitHub Enterprise server: `https://<host>/api/v3`.',
  },
} as const satisfies Record<string, Variable<unknown>>;

export type VariableName = keyof typeof variables;
