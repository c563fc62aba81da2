import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { makeCertificate, nginxSite } from './check-configuration.ts';
import { clonedProgram } from './follow-pages.ts';
import { readBlocks } from './read-blocks.ts';
import { createReader, type Reader } from './reader.ts';

/** How the first block of a page becomes a configuration that this machine can run. */
const proxies = {
  nginx: {
    page: 'behind-nginx.md',
    configure: (text: string, reader: Reader, ports: { tls: number; plain: number }) =>
      nginxSite(
        text.replace('listen 443', `listen ${ports.tls}`).replace('listen 80', `listen ${ports.plain}`),
        reader.folder,
      ),
    command: (file: string, folder: string) => ['nginx', '-p', folder, '-c', file, '-e', 'stderr'],
  },
  caddy: {
    page: 'behind-caddy.md',
    configure: (text: string, _: Reader, ports: { tls: number }) =>
      `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${text
        .replace('docwright.example.com', `https://localhost:${ports.tls}`)
        .replace(/\}\s*$/, '\ttls fullchain.pem privkey.pem\n}\n')}`,
    command: (file: string) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  },
} as const;

describe.each(Object.entries(proxies))('%s as the guide sets it up', (name, { page, configure, command }) => {
  let reader: Reader;
  let proxy: ChildProcess | undefined;
  let missing: string | undefined;
  let port: number;
  let project: string;
  let keys: { admin: string; here: string; ingest: string };

  beforeAll(async () => {
    reader = await createReader(clonedProgram);
    missing = reader.has(name) ? await makeCertificate(reader) : `${name} is not on this machine`;
    if (missing !== undefined) return;
    port = await freePort();
    const [block] = readBlocks(readFileSync(join(import.meta.dirname, '../../docs/guide', page), 'utf8')).blocks;
    reader.save(`${name}.conf`, configure(block?.text ?? '', reader, { tls: port, plain: await freePort() }));
    await must(`export DOCWRIGHT_PUBLIC_URL=https://localhost:${port} DOCWRIGHT_TRUSTED_PROXIES=127.0.0.1`);
    await must('docwright init --project Docs --repository ./my-docs');
    const create = 'docwright key create --project Docs --name';
    keys = {
      admin: await must(`${create} admin 2>/dev/null`),
      here: await must(`${create} here --allow 127.0.0.2 2>/dev/null`),
      ingest: await must(`${create} ingest --ingest 2>/dev/null`),
    };
    project = await must('docwright project id Docs');
    const { code, output } = await reader.startServer('docwright serve');
    expect([code, output]).toEqual([0, expect.stringContaining(`https://localhost:${port}/set-up`)]);
    const [program = '', ...parts] = command(join(reader.folder, `${name}.conf`), reader.folder);
    const log = join(reader.folder, 'proxy.log');
    const out = openSync(log, 'w');
    const env = { PATH: process.env['PATH'], HOME: reader.folder };
    const child = spawn(program, parts, { cwd: reader.folder, stdio: ['ignore', out, out], env });
    proxy = child;
    while ((await ask({ path: '/readyz' }).catch(() => undefined)) === undefined) {
      if (child.exitCode !== null) throw new Error(readFileSync(log, 'utf8'));
      await setTimeout(50);
    }
  });
  afterAll(async () => {
    if (proxy?.exitCode === null) {
      proxy.kill('SIGTERM');
      await once(proxy, 'exit');
    }
    await reader.leave();
  });

  async function must(commands: string): Promise<string> {
    const { code, output } = await reader.run(commands);
    expect([code, output]).toEqual([0, output]);
    return output.trim();
  }

  /** The answer with its body. The certificate is our own, and nobody is between us. */
  function ask({ body, ...options }: RequestOptions & { body?: Buffer | string }) {
    return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const sent = send(options, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => {
          resolve({ status: response.statusCode, text: Buffer.concat(pieces).toString() });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  function send(options: RequestOptions, onResponse: (response: IncomingMessage) => void) {
    const to = { host: '127.0.0.1', servername: 'localhost', port, rejectUnauthorized: false, agent: false };
    const sent = request({ ...to, ...options }, onResponse);
    sent.setHeader('host', `localhost:${port}`);
    return sent;
  }

  const bearer = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });
  const jobs = () => `/v2/agent/${project}/jobs`;

  it('answers over TLS', async (context) => {
    if (missing !== undefined) return context.skip(missing);
    expect((await ask({ path: '/readyz' })).status).toBe(200);
    expect((await ask({ path: jobs(), headers: bearer(keys.admin) })).status).toBe(200);
  });

  it('passes the log of a job on while the job runs', async (context) => {
    if (missing !== undefined) return context.skip(missing);
    const body = JSON.stringify({ prompt: 'Wait', model: 'scripted/endless' });
    const created = await ask({ method: 'POST', path: `/v2/agent/${project}/job`, headers: bearer(keys.admin), body });
    const { id } = JSON.parse(created.text) as { id: string };
    const path = `/v2/agent/${project}/job/${id}/events`;
    const opened = Promise.withResolvers<string>();
    const stream = send({ path, headers: { ...bearer(keys.admin), accept: 'text/event-stream' } }, (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => {
        text += piece.toString();
        if (text.includes('event: phase')) opened.resolve(text);
      });
      response.on('error', () => undefined);
    });
    stream.end();
    expect(await opened.promise).toContain('event: message');
    expect((await ask({ path: `/v2/agent/${project}/job/${id}`, headers: bearer(keys.admin) })).text).toContain(
      '"status":"active"',
    );
    stream.destroy();
    // Else the server would wait for its worker when it is stopped, for half a minute.
    const end = { method: 'POST', path: `/v2/agent/${project}/job/${id}/archive`, headers: bearer(keys.admin) };
    expect((await ask(end)).status).toBe(200);
  });

  it('lets the largest delivery of visits through, and no larger one', async (context) => {
    if (missing !== undefined) return context.skip(missing);
    const path = `/v1/ingest/${project}/events`;
    const headers = bearer(keys.ingest);
    const largest = Buffer.alloc(10 * 1024 * 1024, ' ');
    largest.write('[]');
    expect((await ask({ method: 'POST', path, headers, body: largest })).status).toBe(202);
    const larger = Buffer.alloc(12 * 1024 * 1024, ' ');
    expect((await ask({ method: 'POST', path, headers, body: larger })).status).toBe(413);
  });

  it('tells the address of the caller, and believes nobody else about it', async (context) => {
    if (missing !== undefined) return context.skip(missing);
    const statusFrom = async (localAddress: string, headers = {}) =>
      (await ask({ path: jobs(), localAddress, headers: { ...bearer(keys.here), ...headers } })).status;
    expect(await statusFrom('127.0.0.2')).toBe(200);
    expect(await statusFrom('127.0.0.3')).toBe(403);
    expect(await statusFrom('127.0.0.3', { 'x-forwarded-for': '127.0.0.2' })).toBe(403);
  });
});
