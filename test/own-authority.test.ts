import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { connectToClickHouse } from '../src/analytics/visits/clickhouse/server/clickhouse.ts';
import { readClickHouseAddress } from '../src/analytics/visits/clickhouse/server/clickhouse-address.ts';
import { sql } from '../src/analytics/visits/clickhouse/server/sql.ts';
import { createPostgresPool } from '../src/db/postgres/postgres-pool.ts';
import { trustAuthorities } from '../src/outgoing/authorities.ts';
import { CertificatesUnusable } from '../src/outgoing/errors.ts';
import { sendPatiently } from '../src/outgoing/send.ts';
import { sendMail } from '../src/weekly-mail/mail-server.ts';
import { account, startMailServer } from '../src/weekly-mail/smtp-server.fixture.ts';
import { makeCertificate } from './certificates.ts';
import { temporaryFolder } from './git-fixture.ts';

const folder = temporaryFolder();
const authority = makeCertificate({ name: 'Authority of the house', isAuthority: true });
const { key, cert } = makeCertificate({ name: '127.0.0.1', authority });
const file = join(folder.path, 'authority.pem');
writeFileSync(file, authority.cert);
const closing: (() => unknown)[] = [folder.remove];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : error),
  );

/** Speaks TLS as PostgreSQL begins it, and then what no PostgreSQL says. */
const postgres = createServer((socket) => {
  socket.once('data', () => {
    socket.write('S');
    const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) });
    secure.on('error', () => undefined).write('R\0\0\0\x08\0\0\0c');
  });
});
const web = createHttpsServer({ key, cert }, (_, response) => response.end('{"one":1}\n'));

it('everything over TLS trusts an authority of the house, once its file is named, and says before that it does not', async () => {
  const webPort = await listen(web);
  const postgresPort = await listen(postgres);
  const mail = await startMailServer({ key, cert });
  closing.push(() => mail.close());
  const message = { from: 'a@example.com', to: 'b@example.com', message: Buffer.from('Subject: x\r\n\r\nx\r\n') };
  const to = { host: '127.0.0.1', port: mail.port, encryption: 'tls', ...account } as const;
  const clickhouse = connectToClickHouse(readClickHouseAddress(`clickhouse://127.0.0.1:${webPort}/x?secure=true`));
  closing.push(() => clickhouse.close());
  const ask = {
    web: () => sendPatiently(`https://127.0.0.1:${webPort}/`),
    clickhouse: () => clickhouse.read(sql`SELECT 1 AS one`),
    postgres: () => {
      const url = `postgres://u:s3cret@127.0.0.1:${postgresPort}/x?sslmode=verify-full`;
      const pool = createPostgresPool({ url, connections: 1 });
      return pool.connect().finally(() => pool.end());
    },
    mail: () => sendMail(to, message, () => Promise.resolve()),
  };
  for (const work of Object.values(ask)) {
    expect(await faultOf(work())).toMatch(/its certificate is signed by an authority that this machine does not trust/);
  }
  trustAuthorities(file);
  expect(await (await ask.web()).text()).toBe('{"one":1}\n');
  expect(await ask.clickhouse()).toEqual([{ one: 1 }]);
  await ask.mail();
  // Through with TLS, and on to what it says over it.
  expect(await faultOf(ask.postgres())).toBe('The database cannot be reached: the connection broke off.');
});

it('a file that is not there or holds no certificate is refused with its name, by commands at once', async () => {
  const empty = join(folder.path, 'empty.pem');
  writeFileSync(empty, 'nothing\n');
  for (const [name, why] of [
    [join(folder.path, 'none.pem'), 'ENOENT'],
    [empty, 'it contains no PEM certificate'],
  ] as const) {
    expect(() => {
      trustAuthorities(name);
    }).toThrow(CertificatesUnusable);
    const environment = { PATH: process.env['PATH'], DOCWRIGHT_CA_FILE: name };
    const program = join(import.meta.dirname, '../docwright');
    const asked = promisify(execFile)(program, ['openapi'], { env: environment, maxBuffer: 2 ** 26 });
    await expect(asked).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(why) as string });
  }
});
