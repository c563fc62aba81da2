import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { makeCertificate } from '../../test/certificates.ts';
import { startProxyServer, type ProxyServer } from '../../test/proxy-server.ts';
import { ConnectionFault, readConnectionFault, readPrintedFault } from './connection-fault.ts';
import { sendEachWithin } from './send.ts';

const send = sendEachWithin({ time: 60_000, bytes: 1024, answers: 1 });

const authority = makeCertificate({ name: 'Authority of the tests', isAuthority: true });
const opened: Server[] = [];
let proxy: ProxyServer;
beforeAll(async () => {
  proxy = await startProxyServer();
});
afterAll(async () => {
  for (const server of opened) server.close();
  await proxy.close();
});
afterEach(() => vi.unstubAllEnvs());

async function listen(server: Server): Promise<number> {
  opened.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
const listenTls = (wanted: Parameters<typeof makeCertificate>[0]) => {
  const { key, cert } = makeCertificate(wanted);
  return listen(createTlsServer({ key, cert }, (_, response) => response.end('hello')));
};
async function faultOf(url: string): Promise<ConnectionFault> {
  const fault: unknown = await send(url).catch((error: unknown) => error);
  if (!(fault instanceof ConnectionFault)) throw new Error(`no fault: ${String(fault)}`, { cause: fault });
  expect(JSON.stringify([fault.message, fault.remedy, fault.host])).not.toContain(proxy.password);
  return fault;
}

it.each([
  ['expired', { authority, until: '2026-02-03' }, /: its certificate expired on 2026-02-03\.$/, /Renew/],
  ['is not valid yet', { authority, from: '2049-01-01' }, /not valid yet/, /clock/],
  ['is signed by itself', {}, /self-signed/, /DOCWRIGHT_CA_FILE/],
  ['is of an unknown authority', { authority }, /an authority that this machine does not trust/, /DOCWRIGHT_CA_FILE/],
])('a certificate that %s', async (_, wanted, reason, remedy) => {
  const port = await listenTls({ name: '127.0.0.1', ...wanted });
  const fault = await faultOf(`https://127.0.0.1:${port}/v1?key=secret`);
  expect(fault).toMatchObject({ kind: 'tls', host: `127.0.0.1:${port}`, passes: false });
  expect(fault.message).toMatch(/^Cannot reach 127\.0\.0\.1:\d+: /);
  expect([fault.message, fault.remedy]).toEqual([expect.stringMatching(reason), expect.stringMatching(remedy)]);
});

it('a certificate for another name says for which', () => {
  const error = Object.assign(new Error('x'), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    cert: { subjectaltname: 'DNS:*.corp.example, DNS:corp.example' },
  });
  const fault = readConnectionFault(new TypeError('fetch failed', { cause: error }), { host: 'api.example.com' });
  expect(fault?.reason).toBe('its certificate is for other names (it is for DNS:*.corp.example, DNS:corp.example)');
});

it('nobody at the port, no such name, no TLS, and a connection that breaks off', async () => {
  const silent = createServer((socket) => socket.once('data', () => socket.destroy()));
  const cut = await listen(silent);
  const plain = await listen(createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  expect(await faultOf(`http://127.0.0.1:${port}`)).toMatchObject({ kind: 'refused', passes: true });
  expect(await faultOf('https://docwright.invalid')).toMatchObject({ kind: 'dns', host: 'docwright.invalid' });
  expect(await faultOf(`https://127.0.0.1:${plain}`)).toMatchObject({
    kind: 'tls',
    reason: 'what listens on this port does not speak TLS',
  });
  expect(await faultOf(`http://127.0.0.1:${cut}`)).toMatchObject({ kind: 'reset', passes: true });
});

it('a proxy that wants another password, refuses the host, is not there or has no name', async () => {
  const wrong = proxy.url.replace(proxy.password, `${proxy.password}x`);
  for (const scheme of ['http', 'https']) {
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) vi.stubEnv(name, wrong);
    const refused = await faultOf(`${scheme}://api.test`);
    expect(refused).toMatchObject({ kind: 'proxy', host: 'api.test', passes: false });
    expect(refused.reason).toBe(`the proxy ${proxy.host} rejected the user and password (407)`);
  }
  vi.stubEnv('HTTPS_PROXY', proxy.url);
  expect((await faultOf('https://forbidden.test')).reason).toBe(
    `the proxy ${proxy.host} refused to connect to it (403)`,
  );
  vi.stubEnv('HTTPS_PROXY', `http://docwright:${proxy.password}@127.0.0.1:1`);
  const gone = await faultOf('https://api.test');
  expect(gone).toMatchObject({ kind: 'proxy', passes: true });
  expect(gone.reason).toMatch(/^the proxy 127\.0\.0\.1:1 cannot be reached: nothing accepts/);
  vi.stubEnv('HTTPS_PROXY', `http://docwright:${proxy.password}@proxy.invalid:3128`);
  expect((await faultOf('https://api.test')).reason).toMatch(
    /^the proxy proxy\.invalid:3128 cannot be reached: no DNS/,
  );
});

it('the caller who gave up is told so, and not of the connection', async () => {
  const reason = new Error('the job was archived');
  await expect(send('https://docwright.invalid', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

it.each([
  ["fatal: unable to access 'https://git.test/': Could not resolve host: git.test", 'dns', false],
  [
    "fatal: unable to access 'https://git.test/': Failed to connect to git.test port 443 after 2 ms: Connection refused",
    'refused',
    true,
  ],
  [
    "fatal: unable to access 'https://git.test/': server certificate verification failed. CAfile: none CRLfile: none",
    'tls',
    false,
  ],
  ["fatal: unable to access 'https://git.test/': SSL certificate problem: certificate has expired", 'tls', false],
  ["fatal: unable to access 'https://git.test/': Received HTTP code 407 from proxy after CONNECT", 'proxy', false],
  ["fatal: unable to access 'http://git.test/': The requested URL returned error: 407", 'proxy', false],
  ["fatal: unable to access 'https://git.test/': Received HTTP code 403 from proxy after CONNECT", 'proxy', true],
  ["fatal: unable to access 'https://git.test/': Could not resolve proxy: proxy.test", 'proxy', false],
  ["fatal: unable to access 'https://git.test/': Operation too slow. Less than 1000 bytes/sec", 'timeout', true],
  ['fatal: the remote end hung up unexpectedly', 'reset', true],
])('what git prints: %s', (text, kind, passes) => {
  const proxied = kind === 'proxy' ? { proxy: 'proxy.test:3128' } : {};
  expect(readPrintedFault(text, { host: 'git.test', ...proxied })).toMatchObject({ kind, passes });
});

it.each([
  new Error('boom'),
  new TypeError('x is not a function'),
  Object.assign(new Error('open a'), { code: 'EACCES' }),
  'text',
  undefined,
])('nothing of the network: %s', (thrown) => {
  expect(readConnectionFault(thrown, { host: 'a' })).toBeUndefined();
});

it('a server that falls silent behind a proxy is not taken for the proxy', () => {
  const silent = Object.assign(new Error('Headers Timeout Error'), { code: 'UND_ERR_HEADERS_TIMEOUT' });
  const destination = { host: 'api.test', proxy: 'proxy.test:3128' };
  expect(readConnectionFault(silent, destination)).toMatchObject({
    kind: 'timeout',
    reason: 'it did not answer in time',
  });
  const unmade = Object.assign(new Error('Connect Timeout Error'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
  expect(readConnectionFault(unmade, destination)).toMatchObject({ kind: 'proxy' });
});
