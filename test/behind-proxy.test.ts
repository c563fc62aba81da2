import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createIdentityProvider } from '../src/accounts/oidc/identity-provider.ts';
import { refreshRanges } from '../src/analytics/traffic/refresh-ranges.ts';
import { openBucket } from '../src/backup/bucket.ts';
import { createLinkAsk } from '../src/cli/ask-link.ts';
import { recogniseCodeHost } from '../src/codehost/code-hosts.ts';
import { codeHostsIn } from '../src/codehost/code-hosts.fixture.ts';
import { createGithubCodeHost } from '../src/codehost/github/github-code-host.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { serveDouble } from '../src/model/ai-sdk/doubles/serve-double.ts';
import { openAiChatWire } from '../src/model/ai-sdk/doubles/openai-chat.ts';
import { transcriptSchema } from '../src/model/scripted/transcript.ts';
import { createModels } from '../src/model/create-models.ts';
import { trustAuthorities } from '../src/outgoing/authorities.ts';
import { sendPatiently as sendOut } from '../src/outgoing/send.ts';
import { createWebPages } from '../src/web-pages/web-pages.ts';
import { sendMail } from '../src/weekly-mail/mail-server.ts';
import { account, startMailServer } from '../src/weekly-mail/smtp-server.fixture.ts';
import { createWorkspaces } from '../src/workspace/create-workspaces.ts';
import { makeCertificate } from './certificates.ts';
import { makeBareRepository, temporaryFolder } from './git-fixture.ts';
import { startGitServer } from './git-server.ts';
import { startGiteaDouble } from './gitea-double.ts';
import { startGithubDouble } from './github-double.ts';
import { startGitlabDouble } from './gitlab-double.ts';
import { startProxyServer, type ProxyServer } from './proxy-server.ts';

// Names that only the proxy knows, behind certificates of an authority that only DOCWRIGHT_CA_FILE names: whatever is
// answered came through the one and was trusted for the other.

type SniDone = (error: null, context: ReturnType<typeof createSecureContext>) => void;

const folder = temporaryFolder();
const { signal } = new AbortController();
const authority = makeCertificate({ name: 'Authority of the house', isAuthority: true });
const closing: (() => unknown)[] = [];
/** Ports of this machine, by the name under which they are reached over TLS. */
const backends = new Map<string, number>();
let proxy: ProxyServer;

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  proxy = await startProxyServer();
  closing.push(() => proxy.close());
  const contexts = new Map<string, ReturnType<typeof createSecureContext>>();
  const contextOf = (name: string) => {
    const known = contexts.get(name) ?? createSecureContext(makeCertificate({ name, authority }));
    contexts.set(name, known);
    return known;
  };
  const byName = {
    SNICallback: (name: string, done: SniDone) => {
      done(null, contextOf(name));
    },
  };
  const front = createTlsServer(byName, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const port = backends.get(headers.host ?? '');
    const onward = send({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const port = await listen(front);
  const names = [
    'model.test',
    'github.test',
    'gitea.test',
    'gitlab.test',
    'git.test',
    'bucket.test',
    'login.test',
    'ranges.test',
  ];
  for (const name of names) proxy.routes.set(`${name}:443`, port);
  const file = join(folder.path, 'authorities.pem');
  writeFileSync(file, `Ours:\n${authority.cert}`);
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY']) vi.stubEnv(name, proxy.url);
  trustAuthorities(file);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.reverse()) await close();
  folder.remove();
});

const answering = (answers: Readonly<Record<string, string>>, type = 'application/json') =>
  listen(
    createServer(({ url = '' }, response) => {
      const text = answers[url.split('?')[0] ?? ''];
      response.writeHead(text === undefined ? 404 : 200, { 'content-type': type }).end(text);
    }),
  );
const cameThrough = (request: string) => {
  expect(proxy.requests).toContain(request);
};

it('a model', async () => {
  const { turns } = transcriptSchema.parse({ description: 'test', turns: [{ text: 'Hello' }] });
  const double = await serveDouble({ wire: openAiChatWire, turns, key: 'key' });
  closing.push(() => double.close());
  backends.set('model.test', Number(new URL(double.baseUrl).port));
  const baseUrl = `https://model.test${new URL(double.baseUrl).pathname}`;
  const models = createModels({ config: { openaiCompatible: { apiKey: 'key', baseUrl } } });
  const turn = await models
    .resolve('openai-compatible/some')
    .generate({ system: '', tools: [], messages: [{ role: 'user', text: 'Hi' }], signal });
  expect(turn.message.parts).toMatchObject([{ type: 'text', text: 'Hello' }]);
  cameThrough('CONNECT model.test:443');
});

it('a code host', async () => {
  const double = await startGithubDouble();
  closing.push(() => double.close());
  backends.set('github.test', Number(new URL(double.apiUrl).port));
  const host = createGithubCodeHost({ apiUrl: 'https://github.test/api/v3', token: double.token });
  const facts = await host.preflight({ url: 'https://github.test/octocat/docs', baseBranch: undefined }, signal);
  expect(facts.baseBranch).toBe('main');
  cameThrough('CONNECT github.test:443');
});

it.each([
  ['gitea', startGiteaDouble],
  ['gitlab', startGitlabDouble],
] as const)("a code host of one's own: %s", async (kind, start) => {
  const forge = await start();
  closing.push(forge.stop);
  backends.set(`${kind}.test`, Number(new URL(forge.server).port));
  const repositoryUrl = `https://${kind}.test/${forge.path}`;
  const hosts = codeHostsIn(folder.path);
  expect(await recogniseCodeHost(hosts, repositoryUrl)).toBe(kind);
  const secrets = { 'code-host-token': forge.token };
  const host = await hosts[kind].open({ projectId: 'prj_1', repositoryUrl, secrets });
  const facts = await host.preflight({ url: repositoryUrl, baseBranch: undefined }, signal);
  expect(facts.baseBranch).toBe('main');
  cameThrough(`CONNECT ${kind}.test:443`);
});

it('git, over TLS and without', async () => {
  makeBareRepository(join(folder.path, 'docs.git'), { 'index.md': '# Docs\n' });
  const server = await startGitServer(folder.path);
  closing.push(() => {
    server.close();
  });
  const port = Number(new URL(server.url('docs')).port);
  backends.set('git.test', port);
  proxy.routes.set('plain-git.test', port);
  const dataDirectory = join(folder.path, 'data');
  mkdirSync(dataDirectory);
  const workspaces = createWorkspaces({ dataDirectory, logger: silentLogger });
  for (const [index, url] of ['https://git.test/docs.git', 'http://plain-git.test/docs.git'].entries()) {
    const remote = { url, authorizationHeader: server.reader, isLocalPath: false };
    const request = { baseBranch: 'main', headBranch: 'docwright/change', resumeFrom: undefined };
    await (await workspaces.open({ jobId: `job_${index}`, remote, ...request }, signal)).dispose();
  }
  cameThrough('CONNECT git.test:443');
  expect(proxy.requests.some((request) => request.startsWith('GET http://plain-git.test/docs.git'))).toBe(true);
});

it('a bucket', async () => {
  const list = '<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';
  backends.set('bucket.test', await answering({ '/acme': list, '/acme/': list }, 'application/xml'));
  const access = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'a secret' };
  const bucket = openBucket('s3://acme/docs', { endpoint: 'https://bucket.test', ...access });
  expect([...(await bucket.list())]).toEqual([]);
  cameThrough('CONNECT bucket.test:443');
});

it('an identity provider', async () => {
  const issuer = 'https://login.test';
  const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
  const found = { '/.well-known/openid-configuration': JSON.stringify({ issuer, ...endpoints }) };
  backends.set('login.test', await answering(found));
  const about = { scopes: ['openid'], name: 'Login', assumeEmailVerified: false, publicUrl: 'https://docwright.test' };
  const provider = createIdentityProvider({ issuer, clientId: 'docwright', clientSecret: undefined, ...about });
  expect((await provider.begin()).url).toMatch(/^https:\/\/login\.test\/auth\?/);
  cameThrough('CONNECT login.test:443');
});

it('mail', async () => {
  const server = await startMailServer();
  closing.push(() => server.close());
  proxy.routes.set('mail.test:25', server.port);
  const to = { host: 'mail.test', port: 25, encryption: 'none', ...account } as const;
  const mail = { from: 'a@example.com', to: 'b@example.com', message: Buffer.from('Subject: Hello\r\n\r\nHello\r\n') };
  await sendMail(to, mail, () => Promise.resolve());
  expect(server.mails).toMatchObject([{ to: 'b@example.com' }]);
  cameThrough('CONNECT mail.test:25');
  const forbidden = sendMail({ ...to, host: 'forbidden.test' }, mail, () => Promise.resolve());
  const reason = `Cannot reach forbidden.test:25: the proxy ${proxy.host} refused to connect to it (403).`;
  await expect(forbidden).rejects.toMatchObject({ reason });
});

it('pages, links of pages, and address ranges', async () => {
  proxy.routes.set('docs.test', await answering({ '/page': '# Page\n' }, 'text/markdown'));
  const page = await createWebPages().read('http://docs.test/page', { hosts: ['docs.test'], signal });
  expect(page).toMatchObject({ kind: 'page', text: '# Page\n' });
  const link = await createLinkAsk({ allowPrivate: false })(new URL('http://docs.test/gone'), 'HEAD', signal);
  expect(link).toMatchObject({ kind: 'status', status: 404 });
  backends.set('ranges.test', await answering({ '/bot': '{"prefixes":[{"ipv4Prefix":"192.0.2.0/24"}]}' }));
  const list = { id: 'bot', url: 'https://ranges.test/bot', prefixes: [], snapshotDate: '2026-01-01' };
  const options = { directory: join(folder.path, 'ranges'), fetch: sendOut, clock: systemClock };
  expect(await refreshRanges({ ...options, catalogue: { addressRanges: [list] } as never })).toMatchObject([
    { outcome: 'refreshed' },
  ]);
  for (const request of ['GET http://docs.test/page', 'HEAD http://docs.test/gone', 'CONNECT ranges.test:443'])
    cameThrough(request);
});

it('an address of a private network is not asked for, whoever would connect to it', async () => {
  const literal = await createLinkAsk({ allowPrivate: false })(new URL('http://10.1.2.3/'), 'GET', signal);
  expect(literal).toEqual({ kind: 'private' });
  expect(proxy.requests.join()).not.toContain('10.1.2.3');
});
