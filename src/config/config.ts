import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { variables, type Variable, type VariableName } from './variables.ts';
import { dutiesOf } from './roles.ts';
import { InvalidConfiguration } from './errors.ts';
import { codeHostCredentials, type CodeHostKind } from '../contract/code-host.ts';
import { codeHostSettings, type CodeHostSettings } from '../contract/code-host-settings.ts';
import type { ErrorDetail } from '../kernel/app-error.ts';
import { duration } from '../kernel/clock.ts';

export { roles } from './roles.ts';

type Values = {
  readonly [Name in VariableName]:
    | z.infer<(typeof variables)[Name]['schema']>
    | ((typeof variables)[Name] extends { default: string } ? never : undefined);
};

/** Everything the environment says, read once at start. */
export type Config = ReturnType<typeof readConfig>;
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and validates the environment. An empty variable counts as not set. A secret may stand in a file that
 * `<NAME>_FILE` names. Throws `InvalidConfiguration` with every fault at once.
 */
export function readConfig(environment: Environment) {
  const values = readValues(environment);
  return Object.freeze({
    dataDir: resolve(values.DOCWRIGHT_DATA_DIR),
    host: values.DOCWRIGHT_HOST,
    port: values.DOCWRIGHT_PORT,
    keepAliveMilliseconds: values.DOCWRIGHT_KEEP_ALIVE_TIMEOUT * duration.second,
    shutdownMilliseconds: values.DOCWRIGHT_SHUTDOWN_TIMEOUT * duration.second,
    publicUrl: values.DOCWRIGHT_PUBLIC_URL,
    logLevel: values.DOCWRIGHT_LOG_LEVEL,
    trustedProxies: Object.freeze(values.DOCWRIGHT_TRUSTED_PROXIES ?? []),
    /** The only header in which these proxies tell the reader's address. */
    addressHeader: values.DOCWRIGHT_ADDRESS_HEADER,
    role: values.DOCWRIGHT_ROLE,
    duties: Object.freeze(dutiesOf[values.DOCWRIGHT_ROLE]),
    /** Jobs at the same time. */
    workers: dutiesOf[values.DOCWRIGHT_ROLE].works ? values.DOCWRIGHT_WORKERS : 0,
    localRoots: localRootsOf(values),
    buildFolders: Object.freeze(values.DOCWRIGHT_BUILD_FOLDERS ?? []),
    /** Where who sends views is looked up. */
    lookUps: Object.freeze({
      refreshRanges: values.DOCWRIGHT_REFRESH_RANGES === 'daily',
      reverseDns: values.DOCWRIGHT_REVERSE_DNS === 'on',
      countryDatabase: values.DOCWRIGHT_COUNTRY_DATABASE,
    }),
    clientDocuments: values.DOCWRIGHT_CLIENT_DOCUMENTS === 'on',
    masterKey: values.DOCWRIGHT_MASTER_KEY,
    nextMasterKey: values.DOCWRIGHT_NEXT_MASTER_KEY,
    visitsMemoryBytes: values.DOCWRIGHT_VISITS_MEMORY,
    clickhouse:
      values.DOCWRIGHT_VISITS_URL === undefined
        ? undefined
        : Object.freeze({ url: values.DOCWRIGHT_VISITS_URL, spoolBytes: values.DOCWRIGHT_VISITS_SPOOL }),
    postgres:
      values.DOCWRIGHT_DATABASE_URL === undefined
        ? undefined
        : Object.freeze({ url: values.DOCWRIGHT_DATABASE_URL, connections: values.DOCWRIGHT_DATABASE_CONNECTIONS }),
    /** Other machines may work over the same database. */
    isOneOfSeveral: values.DOCWRIGHT_DATABASE_URL !== undefined,
    /** Where `docwright migrate` moves to. */
    migration: Object.freeze({ main: values.DOCWRIGHT_MIGRATE_TO, visits: values.DOCWRIGHT_MIGRATE_VISITS }),
    backup: Object.freeze({
      to: values.DOCWRIGHT_BACKUP_TO,
      everyMilliseconds: values.DOCWRIGHT_BACKUP_EVERY,
      keep: values.DOCWRIGHT_BACKUP_KEEP,
      isIncremental: values.DOCWRIGHT_BACKUP_INCREMENTAL === 'on',
      passphrase: values.DOCWRIGHT_BACKUP_PASSPHRASE,
      bucket: Object.freeze({
        endpoint: values.AWS_ENDPOINT_URL,
        region: values.AWS_REGION,
        accessKeyId: values.AWS_ACCESS_KEY_ID,
        secretAccessKey: values.AWS_SECRET_ACCESS_KEY,
      }),
    }),
    metrics: metricsOf(values),
    models: Object.freeze({
      model: values.DOCWRIGHT_MODEL,
      contextTokens: values.DOCWRIGHT_MODEL_CONTEXT_TOKENS,
      patience: Object.freeze({
        first: values.DOCWRIGHT_MODEL_FIRST_TOKEN_TIMEOUT * duration.second,
        between: values.DOCWRIGHT_MODEL_SILENCE_TIMEOUT * duration.second,
      }),
      anthropic: Object.freeze({ apiKey: values.ANTHROPIC_API_KEY, baseUrl: values.ANTHROPIC_BASE_URL }),
      openai: Object.freeze({ apiKey: values.OPENAI_API_KEY, baseUrl: values.OPENAI_BASE_URL }),
      google: Object.freeze({
        apiKey: values.GOOGLE_GENERATIVE_AI_API_KEY,
        baseUrl: values.GOOGLE_GENERATIVE_AI_BASE_URL,
      }),
      openaiCompatible: Object.freeze({
        apiKey: values.OPENAI_COMPATIBLE_API_KEY,
        baseUrl: values.OPENAI_COMPATIBLE_BASE_URL,
      }),
      prices: values.DOCWRIGHT_MODEL_PRICES,
      scriptedTranscript: values.DOCWRIGHT_SCRIPTED_TRANSCRIPT,
    }),
    signIn: Object.freeze({
      passwords: values.DOCWRIGHT_PASSWORD_SIGN_IN === 'on',
      emailDomains: Object.freeze(values.DOCWRIGHT_OIDC_EMAIL_DOMAINS ?? []),
      provider: providerOf(values),
    }),
    /** By kind, those that have settings of their own. */
    codeHosts: codeHostsOf(values),
    /** Every secret in the environment, for scans of what leaves the server. */
    secrets: Object.freeze(secretsOf(values)),
  });
}

function codeHostsOf(values: Values): CodeHostSettings {
  const kinds = Object.entries(codeHostSettings).map(([kind, { url, token }]) => [
    kind,
    Object.freeze({ url: values[url.variable], token: values[token.variable] }),
  ]);
  return Object.freeze(Object.fromEntries(kinds) as CodeHostSettings);
}

/** `anywhere` is for whoever stands at the machine: its commands say so themselves, and no request can. */
function localRootsOf({ DOCWRIGHT_LOCAL_ROOTS: roots = [] }: Values): readonly string[] | 'anywhere' {
  return Object.freeze(roots);
}

/** Who may see the metrics: without a key everybody where only this machine can ask, and nobody elsewhere. */
function metricsOf({
  DOCWRIGHT_METRICS_KEY: key,
  DOCWRIGHT_HOST: host,
}: Values): 'open' | { readonly key: string | undefined } {
  const isLoopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
  return key === undefined && isLoopback ? 'open' : Object.freeze({ key });
}

/** The identity provider; undefined where none is configured. */
function providerOf(values: Values) {
  const { DOCWRIGHT_OIDC_ISSUER: issuer, DOCWRIGHT_OIDC_CLIENT_ID: clientId } = values;
  if (issuer === undefined || clientId === undefined) return undefined;
  return Object.freeze({
    issuer,
    clientId,
    clientSecret: values.DOCWRIGHT_OIDC_CLIENT_SECRET,
    scopes: Object.freeze(values.DOCWRIGHT_OIDC_SCOPES),
    name: values.DOCWRIGHT_OIDC_NAME,
    assumeEmailVerified: values.DOCWRIGHT_OIDC_EMAIL_VERIFIED === 'assumed',
  });
}

/** Variables that make sense only together with another one. */
const companions: readonly [VariableName, needs: VariableName][] = [
  ['DOCWRIGHT_OIDC_ISSUER', 'DOCWRIGHT_OIDC_CLIENT_ID'],
  ['DOCWRIGHT_OIDC_CLIENT_ID', 'DOCWRIGHT_OIDC_ISSUER'],
  ['DOCWRIGHT_OIDC_CLIENT_SECRET', 'DOCWRIGHT_OIDC_ISSUER'],
  ['DOCWRIGHT_OIDC_EMAIL_DOMAINS', 'DOCWRIGHT_OIDC_ISSUER'],
];

function missingCompanions(values: Readonly<Record<string, unknown>>): ErrorDetail[] {
  const faults: ErrorDetail[] = companions
    .filter(([name, needs]) => values[name] !== undefined && values[needs] === undefined)
    .map(([field, needs]) => ({ field, message: `is set without ${needs}: set both or neither.` }));
  faults.push(...unusableTokens(values));
  if (values['DOCWRIGHT_DATABASE_URL'] !== undefined && values['DOCWRIGHT_BACKUP_TO'] !== undefined) {
    const message =
      'cannot be used with DOCWRIGHT_DATABASE_URL: back up PostgreSQL with its own tools, such as pg_dump.';
    faults.push({ field: 'DOCWRIGHT_BACKUP_TO', message });
  }
  if (values['DOCWRIGHT_VISITS_URL'] !== undefined && values['DOCWRIGHT_BACKUP_TO'] !== undefined) {
    const message = 'cannot be used with DOCWRIGHT_VISITS_URL: back up ClickHouse with its own tools, such as BACKUP.';
    faults.push({ field: 'DOCWRIGHT_BACKUP_TO', message });
  }
  if (values['DOCWRIGHT_ROLE'] === 'worker' && values['DOCWRIGHT_WORKERS'] === 0) {
    faults.push({
      field: 'DOCWRIGHT_WORKERS',
      message: 'is 0 with DOCWRIGHT_ROLE=worker: the process would do nothing.',
    });
  }
  if (values['DOCWRIGHT_PASSWORD_SIGN_IN'] !== 'off' || values['DOCWRIGHT_OIDC_ISSUER'] !== undefined) return faults;
  const message = 'is off without DOCWRIGHT_OIDC_ISSUER: nobody could sign in.';
  return [...faults, { field: 'DOCWRIGHT_PASSWORD_SIGN_IN', message }];
}

/** Tokens for code hosts that no project could use. */
function unusableTokens(values: Readonly<Record<string, unknown>>): ErrorDetail[] {
  return Object.entries(codeHostSettings).flatMap(
    ([
      kind,
      {
        url,
        token: { variable: field },
      },
    ]) => {
      const token = values[field];
      if (token === undefined) return [];
      if (values[url.variable] === undefined)
        return [{ field, message: `is set without ${url.variable}, so no project would use it: set both.` }];
      const fault = codeHostCredentials[kind as CodeHostKind].safeParse({ token }).error?.issues[0];
      return fault === undefined ? [] : [{ field, message: `${fault.message}.` }];
    },
  );
}

const databases: ReadonlySet<VariableName> = new Set([
  'DOCWRIGHT_DATABASE_URL',
  'DOCWRIGHT_VISITS_URL',
  'DOCWRIGHT_MIGRATE_TO',
  'DOCWRIGHT_MIGRATE_VISITS',
] as const);

function secretsOf(values: Values): string[] {
  const names = entries().flatMap(([name, { secret }]) => (secret === true ? name : []));
  const secrets = names.map((name) =>
    databases.has(name) ? passwordOf(values[name] as string | undefined) : values[name],
  );
  secrets.push(...[values.HTTPS_PROXY, values.HTTP_PROXY, values.ALL_PROXY].map(passwordOf));
  return secrets.filter((value) => typeof value === 'string' && value !== '') as string[];
}

/** The rest of the URL is no secret, and would be found by chance. */
function passwordOf(url: string | undefined): string | undefined {
  return url === undefined || !URL.canParse(url) ? undefined : decodeURIComponent(new URL(url).password);
}

/** What each variable amounts to, for people: name and text, secrets hidden, unset ones undefined. */
export function printableConfig(environment: Environment): Record<string, string | undefined> {
  readValues(environment);
  return Object.fromEntries(
    entries().map(([name, variable]) => {
      const givenText = textOf(name, environment) ?? environment[`${name}_FILE`];
      if (givenText === undefined || givenText === '') return [name, variable.default];
      if (variable.isProxy === true) return [name, withoutCredentials(givenText)];
      return [name, variable.secret === true ? '[redacted]' : givenText];
    }),
  );
}

/** Variables that begin like ours and are not ours: most likely mistyped. */
export function unknownVariables(environment: Environment): string[] {
  const knownVariables = new Set<string>(['DOCWRIGHT_URL', 'DOCWRIGHT_API_KEY', 'DOCWRIGHT_PROJECT']);
  for (const [name, variable] of entries())
    knownVariables.add(name).add(variable.secret === true ? `${name}_FILE` : name);
  // Kubernetes describes a service named docwright in variables of these shapes.
  const fromKubernetes = /^DOCWRIGHT_(SERVICE_(HOST|PORT)|PORT_\d+_)/;
  return Object.keys(environment).filter(
    (name) => name.startsWith('DOCWRIGHT_') && !knownVariables.has(name) && !fromKubernetes.test(name),
  );
}

function entries(): [VariableName, Variable<unknown>][] {
  return Object.entries(variables) as [VariableName, Variable<unknown>][];
}

function readValues(environment: Environment): Values {
  const faults: ErrorDetail[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of entries()) {
    const outcome = readText(name, variable, environment);
    if ('fault' in outcome) {
      faults.push({ field: name, message: outcome.fault });
    } else if (outcome.text !== undefined) {
      const parsed = variable.schema.safeParse(outcome.text);
      if (parsed.success) values[name] = parsed.data;
      else faults.push({ field: name, message: describe(variable, outcome.text) });
    }
  }
  // A variable with a fault is not missing: it would be told of twice.
  if (faults.length === 0) faults.push(...missingCompanions(values));
  if (faults.length > 0) throw new InvalidConfiguration(faults);
  return values as Values;
}

function describe(variable: Variable<unknown>, text: string): string {
  const shown =
    variable.secret === true || variable.isProxy === true ? 'the value' : JSON.stringify(text.slice(0, 100));
  return `${shown} is invalid; it must be ${variable.expects}.`;
}

function withoutCredentials(url: string): string {
  const end = url.lastIndexOf('@');
  return end < 0 ? url : `${/^[a-z\d]+:\/\//i.exec(url)?.[0] ?? ''}[redacted]${url.slice(end)}`;
}

/** Empty counts as not set. Other programs write the variables of proxies in lower case. */
function textOf(name: string, environment: Environment): string | undefined {
  const names = name.endsWith('_PROXY') ? [name.toLowerCase(), name] : [name];
  return names.map((each) => environment[each]).find((text) => text !== undefined && text !== '');
}

function readText(
  name: string,
  variable: Variable<unknown>,
  environment: Environment,
): { text: string | undefined } | { fault: string } {
  const givenText = textOf(name, environment);
  const file = variable.secret === true ? environment[`${name}_FILE`] : undefined;
  if (file === undefined || file === '') return { text: givenText ?? variable.default };
  if (givenText !== undefined) return { fault: `and ${name}_FILE are both set: keep only one.` };
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text === '' ? { fault: `${name}_FILE points to ${file}, which is empty.` } : { text };
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    return { fault: `${name}_FILE points to ${file}, which cannot be read (${reason}).` };
  }
}
