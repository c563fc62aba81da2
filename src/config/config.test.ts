import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { printableConfig, readConfig, roles, unknownVariables } from './config.ts';
import { InvalidConfiguration } from './errors.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-config-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('needs nothing', () => {
  expect(readConfig({})).toMatchObject({
    dataDir: resolve('.docwright-data'),
    host: '127.0.0.1',
    port: 4800,
    publicUrl: undefined,
    keepAliveMilliseconds: 75_000,
    shutdownMilliseconds: 30_000,
    logLevel: 'info',
    trustedProxies: [],
    workers: 2,
    codeHosts: {
      github: { token: undefined, url: 'https://api.github.com' },
      gitlab: { token: undefined, url: 'https://gitlab.com' },
      gitea: { token: undefined, url: undefined },
    },
  });
});

it('takes an empty variable as not set, and cuts the slash off the end of a URL', () => {
  const config = readConfig({ DOCWRIGHT_PORT: '', DOCWRIGHT_PUBLIC_URL: 'https://docs.example.com/' });
  expect(config).toMatchObject({ port: 4800, publicUrl: 'https://docs.example.com' });
});

it('says how models are reached, and which secrets must never leave', () => {
  const config = readConfig({
    ANTHROPIC_API_KEY: 'a',
    OPENAI_BASE_URL: 'http://localhost:8000/v1/',
    DOCWRIGHT_MODEL: 'a/b',
  });
  expect(config.secrets).toEqual(['a']);
  expect(config.models).toMatchObject({
    model: 'a/b',
    anthropic: { apiKey: 'a', baseUrl: undefined },
    openai: { apiKey: undefined, baseUrl: 'http://localhost:8000/v1' },
  });
});

it('knows the identity provider', () => {
  const config = readConfig({
    DOCWRIGHT_OIDC_ISSUER: 'https://id.example.com/realm/',
    DOCWRIGHT_OIDC_CLIENT_ID: 'docwright',
    DOCWRIGHT_OIDC_CLIENT_SECRET: 'of-the-provider',
    DOCWRIGHT_OIDC_EMAIL_DOMAINS: 'Example.com, example.org',
    DOCWRIGHT_PASSWORD_SIGN_IN: 'off',
  });
  expect(config.signIn).toMatchObject({ passwords: false, emailDomains: ['example.com', 'example.org'] });
  expect(config.signIn.provider).toMatchObject({
    issuer: 'https://id.example.com/realm/',
    scopes: ['openid', 'email', 'profile'],
    assumeEmailVerified: false,
  });
  expect(config.secrets).toEqual(['of-the-provider']);
  expect(readConfig({}).signIn).toEqual({ passwords: true, emailDomains: [], provider: undefined });
});

it.each([
  [{ DOCWRIGHT_OIDC_ISSUER: 'https://id.example.com' }, 'DOCWRIGHT_OIDC_ISSUER'],
  [{ DOCWRIGHT_OIDC_CLIENT_SECRET: 'secret-text' }, 'DOCWRIGHT_OIDC_CLIENT_SECRET'],
  [{ DOCWRIGHT_PASSWORD_SIGN_IN: 'off' }, 'DOCWRIGHT_PASSWORD_SIGN_IN'],
  [{ DOCWRIGHT_OIDC_ISSUER: 'http://id.example.com', DOCWRIGHT_OIDC_CLIENT_ID: 'x' }, 'DOCWRIGHT_OIDC_ISSUER'],
  [{ DOCWRIGHT_OIDC_SCOPES: 'email profile' }, 'DOCWRIGHT_OIDC_SCOPES'],
])('refuses a way to sign in that cannot work: %j', (environment, field) => {
  const error = failure(() => readConfig(environment));
  expect(error.details.map((detail) => detail.field)).toEqual([field]);
  expect(error.message).not.toContain('secret-text');
});

it('cannot be changed', () => {
  const config = readConfig({});
  expect(Object.isFrozen(config) && Object.values(config).every((value) => Object.isFrozen(value))).toBe(true);
});

it('tells every fault at once, each with its variable, and no secret', () => {
  const environment = {
    DOCWRIGHT_PORT: 'tcp://10.0.0.1:4800',
    DOCWRIGHT_WORKERS: '-1',
    DOCWRIGHT_TRUSTED_PROXIES: '10.0.0.0/8, nonsense',
    DOCWRIGHT_MODEL: 'sonnet',
    OPENAI_API_KEY: 'secret-of-openai',
    OPENAI_API_KEY_FILE: '/run/secrets/openai',
    GITHUB_TOKEN_FILE: join(folder, 'missing'),
  };
  const error = failure(() => readConfig(environment));
  expect(error.details.map((detail) => detail.field)).toEqual([
    'DOCWRIGHT_PORT',
    'DOCWRIGHT_TRUSTED_PROXIES',
    'DOCWRIGHT_WORKERS',
    'DOCWRIGHT_MODEL',
    'OPENAI_API_KEY',
    'GITHUB_TOKEN',
  ]);
  expect(error.message).toMatch(/enableServiceLinks/);
  expect(error.message).not.toContain('secret-of-openai');
});

it.each(['line\nbreak', 'two words', 'schlüssel'])(
  'refuses a key that no header can hold, and repeats nothing of it: %j',
  (key) => {
    const error = failure(() => readConfig({ GITHUB_TOKEN: key, ANTHROPIC_API_KEY: ' sk-good\n' }));
    expect(error.details.map((detail) => detail.field)).toEqual(['GITHUB_TOKEN']);
    expect(error.message).not.toContain(key);
  },
);

it('reads a secret from a file and prints neither', () => {
  const file = join(folder, 'token');
  writeFileSync(file, 'token-in-a-file\n');
  const environment = { GITHUB_TOKEN_FILE: file, OPENAI_API_KEY: 'secret-of-openai', DOCWRIGHT_PORT: '80' };
  expect(readConfig(environment).codeHosts.github.token).toBe('token-in-a-file');
  const printed = printableConfig(environment);
  expect(printed).toMatchObject({ GITHUB_TOKEN: '[redacted]', OPENAI_API_KEY: '[redacted]', DOCWRIGHT_PORT: '80' });
  expect(printed['DOCWRIGHT_HOST']).toBe('127.0.0.1');
});

it('notices variables that are most likely mistyped', () => {
  const environment = { DOCWRIGHT_PROT: '1', DOCWRIGHT_SERVICE_HOST: 'x', DOCWRIGHT_MASTER_KEY_FILE: 'x', PATH: '' };
  expect(unknownVariables(environment)).toEqual(['DOCWRIGHT_PROT']);
});

function failure(action: () => unknown): InstanceType<typeof InvalidConfiguration> {
  try {
    action();
  } catch (error) {
    if (error instanceof InvalidConfiguration) return error;
    throw error;
  }
  throw new Error('was accepted');
}

it('says which variable is meant where the URL of a database cannot be decoded', () => {
  const read = (url: string) => () => readConfig({ DOCWRIGHT_DATABASE_URL: url });
  expect(read('postgres://u:s3cr%zz@db.example.com/x')).toThrow(/DOCWRIGHT_DATABASE_URL/);
  expect(read('postgres://u:s3cr%zz@db.example.com/x')).not.toThrow(/s3cr/);
  expect(read('postgres://u:s3cr%2Fzz@db.example.com/x')).not.toThrow();
  expect(read('postgres://u:s3cr@db.example.com/x?sslmode=requir')).toThrow(
    /^DOCWRIGHT_DATABASE_URL: .*`sslmode` is one of disable, .*verify-full/,
  );
  expect(read('postgres://u:s3cr@db.example.com/x?sslmode=verify-full')).not.toThrow();
});

it('refuses a URL of a database that would be read otherwise than it is meant, and shows how one is written', () => {
  const read = (name: string, url: string) => () => readConfig({ [name]: url });
  const [database, visits] = ['DOCWRIGHT_DATABASE_URL', 'DOCWRIGHT_VISITS_URL'];
  for (const rest of ['u:p@ss/w@h/x', 'u:12#34@h/x', 'u:12?34@h/x', 'u:ps@h/x/', 'h/u:ps@h/x']) {
    for (const [name, scheme] of [[database, 'postgres'] as const, [visits, 'clickhouse'] as const]) {
      expect(read(name, `${scheme}://${rest}`), rest).toThrow(new RegExp(`^${name}: .*${scheme}://docwright:pass@`));
    }
  }
  for (const parameters of ['ssl_mode=require', 'SSLMODE=require', 'sslmode=require&ssl=false', 'password=x']) {
    expect(read(database, `postgres://u:s3cret@h/x?${parameters}`), parameters).toThrow(/^DOCWRIGHT_DATABASE_URL: /);
  }
  for (const secure of ['yes', '1', 'True', '']) {
    expect(read(visits, `clickhouse://u:s3cret@h/x?secure=${secure}`), secure).toThrow(/^DOCWRIGHT_VISITS_URL: /);
  }
  expect(read(database, 'postgres://u:s3cr%40t@h:6432/x?sslmode=require&channel_binding=require')).not.toThrow();
  expect(read(database, 'postgres:///x?host=/run/postgresql')).not.toThrow();
  expect(read(visits, 'https://u:s3cr%2Ft@h')).not.toThrow();
  expect(read(visits, 'clickhouse://h/x?secure=false&cluster=main')).not.toThrow();
});

it('gives each role its part of the work', () => {
  const parts = roles.map((role) => {
    const { duties, workers } = readConfig({ DOCWRIGHT_ROLE: role, DOCWRIGHT_WORKERS: '3' });
    return [role, duties.answers, workers, duties.works, duties.usesRepositories];
  });
  expect(parts).toEqual([
    ['all', 'everything', 3, true, true],
    ['api', 'everything', 0, false, true],
    ['worker', 'nothing', 3, true, true],
    ['ingest', 'views', 0, false, false],
  ]);
});

it('takes proxies as other programs do, in either case and without a scheme, and keeps their passwords to itself', () => {
  const environment = {
    https_proxy: 'docwright:Passw0rd-7f3a@proxy.example.com:3128',
    HTTP_PROXY: 'proxy.example.com',
  };
  expect(readConfig(environment).secrets).toContain('Passw0rd-7f3a');
  const printed = printableConfig(environment);
  expect(printed).toMatchObject({ HTTPS_PROXY: '[redacted]@proxy.example.com:3128', HTTP_PROXY: 'proxy.example.com' });
  const withScheme = printableConfig({ HTTPS_PROXY: 'http://u:Passw0rd-7f3a@proxy.example.com' });
  expect(withScheme['HTTPS_PROXY']).toBe('http://[redacted]@proxy.example.com');
  const faulty = () => readConfig({ HTTPS_PROXY: 'http://u:Passw0rd-7f3a@' });
  expect(faulty).toThrow(/HTTPS_PROXY: the value is invalid/);
  expect(faulty).not.toThrow(/Passw0rd/);
});

it.each([
  'http://e.com//evil.com',
  'http://e.com/x?y=1',
  'http://e.com/x#y',
  'http://u:p@e.com/',
  'http://e.com/my%20docs',
  'http://e.com/docs',
  'http://e.com/v1/x',
])('refuses %s as the public address', (url) => {
  expect(failure(() => readConfig({ DOCWRIGHT_PUBLIC_URL: url })).details).toMatchObject([
    { field: 'DOCWRIGHT_PUBLIC_URL' },
  ]);
});

it('says which token for a code host no project could use', () => {
  const faultsOf = (environment: Record<string, string>) => failure(() => readConfig(environment)).details;
  for (const [token, url] of [
    ['GITEA_TOKEN', 'GITEA_URL'],
    ['AZURE_DEVOPS_TOKEN', 'AZURE_DEVOPS_URL'],
  ] as const) {
    const message = `is set without ${url}, so no project would use it: set both.`;
    expect(faultsOf({ [token]: 'a-token' })).toEqual([{ field: token, message }]);
    readConfig({ [url]: 'https://git.example.com' });
    readConfig({ [token]: 'a-token', [url]: 'https://git.example.com' });
  }
  readConfig({ BITBUCKET_TOKEN: 'ada@example.com:ATATT3x', GITLAB_TOKEN: 'a', GITHUB_TOKEN: 'b' });
  const [fault] = faultsOf({ BITBUCKET_TOKEN: 'ATATT3x' });
  expect(fault).toMatchObject({ field: 'BITBUCKET_TOKEN' });
  expect(fault?.message).toContain('put the email of its Atlassian account');
});
