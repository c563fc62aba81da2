import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeAll, afterAll, beforeEach, describe, expect, test } from 'vitest';
import { signatureHeaders, type Signer } from 'web-bot-auth';
import { signerFromJWK } from 'web-bot-auth/crypto';
import { createSignatureVerifier } from '../src/web-bot-auth.ts';
import type { PageRequest } from '../src/index.ts';

/** A real key directory over HTTP; the verifier's fetch is led there for whatever host it asks. */
let server: Server;
let signer: Signer;
let publicKey: Record<string, unknown>;
let askedFor: string[];
let directory: { status: number; body: unknown };

beforeAll(async () => {
  const pair = generateKeyPairSync('ed25519');
  signer = await signerFromJWK(pair.privateKey.export({ format: 'jwk' }));
  publicKey = { ...pair.publicKey.export({ format: 'jwk' }) };
  server = createServer((_request, response) => {
    response.writeHead(directory.status, { location: 'http://elsewhere.example/' }).end(JSON.stringify(directory.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  askedFor = [];
  directory = { status: 200, body: { keys: [publicKey] } };
});

const verifier = (agents = ['agent.example']) =>
  createSignatureVerifier({
    agents,
    fetch: (url, init) => {
      askedFor.push(new Request(url).url);
      return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, init);
    },
  });

type SignatureParameters = Parameters<typeof signatureHeaders>[2];

async function signed(
  agent = '"https://agent.example"',
  parameters: Partial<SignatureParameters> = {},
  by = signer,
): Promise<{ url: string; headers: Record<string, string> }> {
  const url = 'https://docs.example/guide?q=1';
  const created = new Date();
  const signature = await signatureHeaders({ method: 'GET', url, headers: { 'signature-agent': agent } }, by, {
    created,
    expires: new Date(created.getTime() + 60_000),
    ...parameters,
  });
  return {
    url,
    headers: {
      'signature-agent': agent,
      signature: signature.Signature,
      'signature-input': signature['Signature-Input'],
    },
  };
}

function page({ url, headers }: { url: string; headers: Record<string, string> }): PageRequest {
  return { method: 'GET', url, status: 200, header: (name) => headers[name] };
}

describe('a Web Bot Auth signature', () => {
  test('of an allowed agent names the agent, and its keys are read once', async () => {
    const verify = verifier();
    expect(await verify(page(await signed()))).toBe('agent.example');
    expect(await verify(page(await signed()))).toBe('agent.example');
    expect(askedFor).toEqual(['https://agent.example/.well-known/http-message-signatures-directory']);
  });

  test('of which the agent stands in a dictionary is understood', async () => {
    expect(await verifier()(page(await signed('g="https://agent.example"')))).toBe('agent.example');
  });

  test('that covers one member of the dictionary is understood', async () => {
    // RFC 9421, 2.1.2: the value of the component is the member; signed here as if it were the whole header.
    const asMember = { name: 'signature-agent', parameters: new Map([['key', 'g']]) };
    const request = await signed('"https://agent.example"', { components: ['@authority', asMember] });
    request.headers['signature-agent'] = 'g="https://agent.example", h="https://other.example"';
    expect(await verifier()(page(request))).toBe('agent.example');
  });

  test("with a key id of the agent's own is found by it", async () => {
    directory.body = { keys: [{ ...publicKey, kid: 'short' }] };
    const named: Signer = { alg: signer.alg, keyid: 'short', sign: (data) => signer.sign(data) };
    expect(await verifier()(page(await signed(undefined, {}, named)))).toBe('agent.example');
  });

  test('of an agent that is not on the list is not looked up', async () => {
    expect(await verifier(['other.example'])(page(await signed()))).toBeUndefined();
    expect(await verifier()(page(await signed('"http://agent.example"')))).toBeUndefined();
    expect(await verifier()(page(await signed('"https://agent.example.evil.example"')))).toBeUndefined();
    expect(askedFor).toEqual([]);
  });

  test.each<[string, (request: { url: string; headers: Record<string, string> }) => void]>([
    ['another host', (request) => (request.url = 'https://other.example/guide')],
    ['another agent', ({ headers }) => (headers['signature-agent'] = '"https://agent.example/"')],
    ['other bytes', ({ headers }) => (headers['signature'] = `sig1=:${Buffer.alloc(64).toString('base64')}:`)],
    ['no signature', ({ headers }) => delete headers['signature']],
    ['a broken input', ({ headers }) => (headers['signature-input'] = 'sig1=("@authority"')],
    ['no host known', (request) => (request.url = '/guide')],
  ])('with %s proves nothing', async (_name, change) => {
    const request = await signed();
    change(request);
    expect(await verifier()(page(request))).toBeUndefined();
  });

  test.each<[string, Partial<SignatureParameters>]>([
    ['is out of date', { created: new Date(Date.now() - 120_000), expires: new Date(Date.now() - 60_000) }],
    ['is from the future', { created: new Date(Date.now() + 60_000), expires: new Date(Date.now() + 120_000) }],
    ['is valid for a week', { expires: new Date(Date.now() + 7 * 24 * 3600_000) }],
    ['does not cover the host', { components: ['signature-agent'] }],
  ])('that %s proves nothing', async (_name, parameters) => {
    expect(await verifier()(page(await signed(undefined, parameters)))).toBeUndefined();
  });

  test.each<[string, { status: number; body: unknown }]>([
    ['leads elsewhere', { status: 302, body: {} }],
    ['has other keys', { status: 200, body: { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }] } }],
    ['is not what it should be', { status: 200, body: 'hello' }],
  ])('whose key directory %s proves nothing', async (_name, answer) => {
    directory = answer;
    expect(await verifier()(page(await signed()))).toBeUndefined();
  });
});
