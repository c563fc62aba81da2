import { delimiter, isAbsolute } from 'node:path';
import { z } from 'zod';
import { codeHostSettings, type TokenVariable, type UrlVariable } from '../contract/code-host-settings.ts';
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
  const isOurs =
    /^(?:api|assets|docs|guide|healthz|mcp|metrics|oauth|openapi\.json|problems|projects|readyz|v1|v2)$/.test(first);
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
  'the URL of an HTTP proxy, such as http://user:password@proxy.example.com:3128; percent-encode special characters in user and password, such as %2F';
const aKey = 'the key from the provider';

/** The whole environment of the server. `docs/configuration.md` is generated from this table. */
export const variables = {
  DOCWRIGHT_DATA_DIR: {
    schema: text,
    default: './.docwright-data',
    expects: 'the path of a folder',
    about: 'Holds the database, repositories, visits and master key. Back this folder up.',
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
      'a whole number from 0 to 65535 (Kubernetes sets this variable for a service named docwright; `enableServiceLinks: false` prevents that)',
    about: 'Port to listen on; 0 picks a free one.',
  },
  DOCWRIGHT_KEEP_ALIVE_TIMEOUT: {
    schema: wholeNumber(1, 3600),
    default: '75',
    expects: 'a whole number of seconds from 1 to 3600',
    about:
      "How long an idle connection stays open. Must be longer than the proxy's own limit (60 seconds in nginx). Otherwise the proxy may use a connection just as it closes, and return 502.",
  },
  DOCWRIGHT_SHUTDOWN_TIMEOUT: {
    schema: wholeNumber(0, 3600),
    default: '30',
    expects: 'a whole number of seconds from 0 to 3600',
    about:
      'How long a stopping server waits for requests, streams and job turns to end. The supervisor must wait longer: `TimeoutStopSec`, `stop_grace_period`, `terminationGracePeriodSeconds`.',
  },
  DOCWRIGHT_PUBLIC_URL: {
    schema: publicUrl,
    expects: `${anUrl}, such as https://docwright.example.com or https://example.com/docwright; its path has plain segments and is not one of Docwright's own, such as /docs`,
    about:
      'URL where people and scripts reach the server, used in links; may have a path. Default: the address it listens on.',
  },
  DOCWRIGHT_LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error']),
    default: 'info',
    expects: 'debug, info, warn or error',
    about: 'Lowest level to log. Logs go to standard error, one JSON object per line.',
  },
  DOCWRIGHT_METRICS_KEY: {
    schema: z.string().min(16),
    secret: true,
    expects: 'at least 16 characters, such as the output of `openssl rand -hex 16`',
    about:
      'Bearer token for `/metrics`. Without it, metrics are available only on the same machine, without a proxy, from a server that listens only on loopback.',
  },
  DOCWRIGHT_TRUSTED_PROXIES: {
    schema: networks,
    expects: 'addresses or networks, separated by commas, such as 10.0.0.0/8,::1',
    about:
      "Proxies that may name the reader's IP address in `X-Forwarded-For`, `Forwarded` or a CDN's header. Default: none.",
  },
  DOCWRIGHT_ADDRESS_HEADER: {
    schema: z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9-]+$/),
    expects: 'the name of one header, such as CF-Connecting-IP',
    about:
      "The only header in which trusted proxies name the reader's IP address. Default: `X-Forwarded-For`, or the first other known header that was sent. Set it if your proxy passes on such headers from readers.",
  },
  DOCWRIGHT_LOCAL_ROOTS: {
    schema: folders,
    expects: `absolute paths of folders, separated by \`${delimiter}\`, such as /srv/docs`,
    about:
      'Folders whose docs owners may copy into a project from the dashboard. Without it, only `docwright project create` on this machine can do that.',
  },
  DOCWRIGHT_BUILD_FOLDERS: {
    schema: folders,
    expects: `absolute paths of folders, separated by \`${delimiter}\`, such as /srv/docs-tools`,
    about:
      "Folders that build commands may read at the same paths, such as a site's `node_modules`, because a build has no network to install them. Every user of the machine must be able to read them.",
  },
  DOCWRIGHT_REFRESH_RANGES: {
    schema: z.enum(['off', 'daily']),
    default: 'off',
    expects: 'off or daily',
    about:
      'Whether to fetch the IP ranges published by AI operators once a day. The last good copies stay in the data directory. With `off`, the ranges shipped with this version apply.',
  },
  DOCWRIGHT_REVERSE_DNS: {
    schema: z.enum(['off', 'on']),
    default: 'off',
    expects: 'off or on',
    about: 'Whether to verify clients that claim to be a bot, such as Googlebot, by DNS. People are never looked up.',
  },
  DOCWRIGHT_CLIENT_DOCUMENTS: {
    schema: z.enum(['off', 'on']),
    default: 'on',
    expects: 'off or on',
    about:
      'Whether MCP clients may identify themselves by an HTTPS address, whose document this server fetches when a member connects one. Turn it off on a server without access to the internet: such clients then register instead.',
  },
  DOCWRIGHT_COUNTRY_DATABASE: {
    schema: text,
    expects: 'the path of a file in MaxMind’s format (.mmdb)',
    about:
      'Database for the country of an IP address. Default: the supplied list from the registries (`@ip-location-db/geo-whois-asn-country-mmdb`, CC0, with data of nro.net).',
  },
  DOCWRIGHT_ROLE: {
    schema: z.enum(roles),
    default: 'all',
    expects: `one of ${roles.join(', ')}`,
    about:
      'What this process does: `api` serves requests, `worker` works on agent jobs and deletes expired data, `ingest` only collects views; `all` does everything. See Several processes in the guide.',
  },
  DOCWRIGHT_WORKERS: {
    schema: wholeNumber(0, 64),
    default: '2',
    expects: 'a whole number from 0 to 64',
    about: 'Number of agent jobs this process works on at once; 0 serves only the API.',
  },
  DOCWRIGHT_DATABASE_URL: {
    schema: postgresUrl,
    secret: true,
    expects: `a URL of PostgreSQL ${aDatabase}; \`sslmode\` is one of ${sslModes.join(', ')}, other parameters are ${postgresParameters.slice(1).join(', ')}; percent-encode special characters in user and password, such as %2F`,
    about:
      'PostgreSQL database (version 15 or newer, UTF8) for everything but visits and repositories, used only by Docwright. Default: a file in the data directory.',
  },
  DOCWRIGHT_DATABASE_CONNECTIONS: {
    schema: wholeNumber(2, 500),
    default: '10',
    expects: 'a whole number from 2 to 500',
    about:
      'Maximum number of PostgreSQL connections for this process. All processes together must stay below its `max_connections`.',
  },
  DOCWRIGHT_MASTER_KEY: {
    schema: text,
    secret: true,
    expects: '32 bytes in base64, such as the output of `openssl rand -base64 32`',
    about: 'Encrypts stored secrets. Default: `master.key` in the data directory, created at the first start.',
  },
  DOCWRIGHT_NEXT_MASTER_KEY: {
    schema: text,
    secret: true,
    expects: '32 bytes in base64, such as the output of `openssl rand -base64 32`',
    about:
      'The key that `docwright key rotate-master` changes to, if DOCWRIGHT_MASTER_KEY is set. Default: `master.key.next` in the data directory.',
  },
  DOCWRIGHT_VISITS_URL: {
    schema: clickhouseUrl,
    secret: true,
    expects:
      "the URL of ClickHouse's HTTP interface, with only the parameters `secure` (true or false) and `cluster`, such as clickhouse://docwright:pass@clickhouse.example.com:8443/docwright?secure=true; percent-encode special characters in user and password, such as %2F",
    about:
      "ClickHouse database for visits; must exist and be used only by Docwright. With `cluster`, visits are spread over that cluster's shards. Default: a file in the data directory.",
  },
  DOCWRIGHT_MIGRATE_TO: {
    schema: z.union([embedded, postgresUrl]),
    secret: true,
    expects: `a URL of PostgreSQL ${aDatabase}, or \`embedded\``,
    about:
      'Target of `docwright migrate` for everything but visits: PostgreSQL, or back to a file in the data directory. The server ignores it.',
  },
  DOCWRIGHT_MIGRATE_VISITS: {
    schema: z.union([embedded, clickhouseUrl]),
    secret: true,
    expects:
      'a URL of ClickHouse such as clickhouse://docwright:pass@clickhouse.example.com:8443/docwright?secure=true, or `embedded`',
    about:
      'Target of `docwright migrate` for visits: ClickHouse, or back to a file in the data directory. The server ignores it.',
  },
  DOCWRIGHT_VISITS_SPOOL: {
    schema: bytes(2 ** 20),
    default: '1GB',
    expects: 'a size from 1MB, such as 512MB or 10GB',
    about:
      'Space for views that wait in the data directory while ClickHouse is unavailable; a million views are about 400 MB. When it is full, new views get 503.',
  },
  DOCWRIGHT_VISITS_MEMORY: {
    schema: bytes(32 * 2 ** 20),
    expects: 'a size from 32MB, such as 512MB or 2GB',
    about:
      "Memory for caching stored visits: half for counting, half for collecting. More makes queries over long ranges and many projects faster. Default: a sixteenth of the machine's memory, from 128MB to 1GB.",
  },
  DOCWRIGHT_BACKUP_TO: {
    schema: text,
    expects: 'the path of a folder, or s3://bucket/folder',
    about: 'Where the server writes scheduled backups. Default: no scheduled backups. See Back up in the guide.',
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
    about: 'Number of backups to keep; older ones are deleted.',
  },
  DOCWRIGHT_BACKUP_INCREMENTAL: {
    schema: z.enum(['on', 'off']),
    default: 'off',
    expects: 'on or off',
    about: 'Stores scheduled backups as shared chunks, so each adds only what has changed.',
  },
  DOCWRIGHT_BACKUP_PASSPHRASE: {
    schema: text.min(12),
    secret: true,
    expects: 'at least 12 characters',
    about: 'Passphrase that encrypts the master key inside scheduled backups. Without it, backups contain no key.',
  },
  HTTPS_PROXY: {
    schema: proxyUrl,
    isProxy: true,
    expects: aProxy,
    about:
      'Proxy for https URLs, for everything this server sends except database protocols: models, code hosts and git, buckets, the identity provider, web pages, mail. Also as `https_proxy`. See Behind a proxy in the guide.',
  },
  HTTP_PROXY: {
    schema: proxyUrl,
    isProxy: true,
    expects: aProxy,
    about: 'Proxy for http URLs. Also as `http_proxy`.',
  },
  ALL_PROXY: {
    schema: proxyUrl,
    isProxy: true,
    expects: aProxy,
    about: 'Proxy for URLs that neither of the others covers. Also as `all_proxy`.',
  },
  NO_PROXY: {
    schema: text,
    expects: 'hosts, domains, addresses, networks or `*`, separated by commas',
    about:
      'Hosts reached without the proxy, such as `.corp.example,10.0.0.0/8,git.example.com:8443`. This machine never uses the proxy for itself. Also as `no_proxy`.',
  },
  DOCWRIGHT_CA_FILE: {
    schema: text,
    expects: 'the path of a file in PEM',
    about:
      'Additional trusted certificate authorities for all outgoing TLS connections, including git, databases and mail. Commands use it too.',
  },
  DOCWRIGHT_MODEL: {
    schema: z.string().regex(/^[^/\s]+\/\S+$/),
    expects: 'provider/name, such as anthropic/claude-sonnet-5',
    about: 'Model for projects that set none. Default: chosen by the configured key.',
  },
  DOCWRIGHT_MODEL_CONTEXT_TOKENS: {
    schema: wholeNumber(8_192, 1_000_000_000),
    expects: 'a whole number from 8192',
    about:
      "Context window in tokens, for projects that set none. Default: what the model's server reports, otherwise the known value for its name, otherwise 32768.",
  },
  DOCWRIGHT_MODEL_FIRST_TOKEN_TIMEOUT: {
    schema: wholeNumber(1, 86_400),
    default: '300',
    expects: 'a whole number of seconds from 1 to 86400',
    about: 'How long a model may take to send the first byte. Slow models with long prompts need more.',
  },
  DOCWRIGHT_MODEL_SILENCE_TIMEOUT: {
    schema: wholeNumber(1, 86_400),
    default: '300',
    expects: 'a whole number of seconds from 1 to 86400',
    about: 'How long a model may pause within its answer. Any byte resets it, including keep-alive lines.',
  },
  DOCWRIGHT_MODEL_PRICES: {
    schema: text,
    expects: 'the path of a JSON file',
    about:
      'Model prices in dollars per million tokens, which override the built-in ones: `{"models": {"openai-compatible/qwen*": {"input": 0.5, "output": 2, "cachedInput": 0.05}}}`.',
  },
  DOCWRIGHT_SCRIPTED_TRANSCRIPT: {
    schema: text,
    expects: 'the path of a transcript file or of a folder of them',
    about:
      'Transcripts that models named `scripted/<file name without .json>` replay, for demos and tests. `scripted/demo` is built in.',
  },
  ANTHROPIC_API_KEY: { schema: key, secret: true, expects: aKey, about: 'Enables models named `anthropic/...`.' },
  ANTHROPIC_BASE_URL: { schema: httpUrl, expects: anUrl, about: "Base URL instead of Anthropic's own." },
  OPENAI_API_KEY: { schema: key, secret: true, expects: aKey, about: 'Enables models named `openai/...`.' },
  OPENAI_BASE_URL: {
    schema: httpUrl,
    expects: anUrl,
    about: "Base URL instead of OpenAI's own, such as a gateway for chat completions.",
  },
  GOOGLE_GENERATIVE_AI_API_KEY: {
    schema: key,
    secret: true,
    expects: aKey,
    about: 'Enables models named `google/...`.',
  },
  GOOGLE_GENERATIVE_AI_BASE_URL: { schema: httpUrl, expects: anUrl, about: "Base URL instead of Google's own." },
  OPENAI_COMPATIBLE_BASE_URL: {
    schema: httpUrl,
    expects: `${anUrl}, such as http://localhost:8000/v1`,
    about: 'Base URL that enables models named `openai-compatible/...`: vLLM, LM Studio, gateways and similar.',
  },
  OPENAI_COMPATIBLE_API_KEY: {
    schema: key,
    secret: true,
    expects: aKey,
    about: 'Key for that server, if it needs one.',
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
      'Enables sign-in with an OpenID Connect provider; see Signing in in the guide. Register `<DOCWRIGHT_PUBLIC_URL>/sign-in/callback` there as the redirect URI.',
  },
  DOCWRIGHT_OIDC_CLIENT_ID: {
    schema: text,
    expects: 'the client ID from the provider',
    about: 'Client ID at the provider.',
  },
  DOCWRIGHT_OIDC_CLIENT_SECRET: {
    schema: text,
    secret: true,
    expects: 'the client secret from the provider',
    about: 'Client secret at the provider. Without it: a public client with PKCE only.',
  },
  DOCWRIGHT_OIDC_SCOPES: {
    schema: words.refine((scopes) => scopes.includes('openid')),
    default: 'openid email profile',
    expects: 'a space-separated list that includes `openid`',
    about: 'Scopes to request.',
  },
  DOCWRIGHT_OIDC_NAME: {
    schema: text.max(60),
    default: 'single sign-on',
    expects: 'at most 60 characters, such as Okta',
    about: 'Name of the provider on the sign-in button.',
  },
  DOCWRIGHT_OIDC_EMAIL_DOMAINS: {
    schema: words
      .transform((domains) => domains.map((domain) => domain.toLowerCase()))
      .pipe(z.array(z.string().regex(/^[^@\s.]+(?:\.[^@\s.]+)+$/))),
    expects: 'domains, separated by commas, such as example.com,example.org',
    about:
      'People with a verified address at exactly one of these domains join as viewers at their first sign-in. Default: only invited people.',
  },
  DOCWRIGHT_OIDC_EMAIL_VERIFIED: {
    schema: z.enum(['claim', 'assumed']),
    default: 'claim',
    expects: 'claim or assumed',
    about:
      'Whether the provider must send `email_verified`. Use `assumed` only if it never sends the claim and its administrators set the addresses, such as a single Microsoft Entra tenant. A value of false is still respected.',
  },
  AWS_ENDPOINT_URL: {
    schema: httpUrl,
    expects: anUrl,
    about: 'S3 endpoint for backups, without the bucket. Default: Amazon S3 in the region.',
  },
  AWS_REGION: {
    schema: text,
    default: 'us-east-1',
    expects: 'the name of a region',
    about: 'Region of the backup bucket.',
  },
  AWS_ACCESS_KEY_ID: {
    schema: key,
    expects: 'the ID from the provider',
    about: 'Access key ID for the backup bucket.',
  },
  AWS_SECRET_ACCESS_KEY: {
    schema: key,
    secret: true,
    expects: aKey,
    about: 'Secret access key for the backup bucket.',
  },
  ...codeHostVariables(),
} as const satisfies Record<string, Variable<unknown>>;

export type VariableName = keyof typeof variables;

type CodeHostVariables = Readonly<Record<TokenVariable, Variable<string> & { readonly secret: true }>> &
  Readonly<Record<UrlVariable, Variable<string>>>;

function codeHostVariables(): CodeHostVariables {
  const both = Object.values(codeHostSettings).flatMap(({ url, token }) => [
    [token.variable, { schema: key, secret: true, expects: token.expects, about: token.about }],
    [url.variable, { schema: httpUrl, ...(url.default && { default: url.default }), expects: anUrl, about: url.about }],
  ]);
  return Object.fromEntries(both) as CodeHostVariables;
}
