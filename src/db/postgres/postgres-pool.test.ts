import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { driverUrl } from './postgres-address.ts';
import { createPostgresPool } from './postgres-pool.ts';
import { makeCertificate } from '../../../test/certificates.ts';

async function faultOf(url: string): Promise<unknown> {
  const pool = createPostgresPool({ url, connections: 1 });
  try {
    return await pool.connect();
  } catch (error) {
    return error;
  } finally {
    await pool.end();
  }
}

it('says what keeps it from PostgreSQL, and of what in the URL is at fault that it is', async () => {
  const withoutTls = createServer((socket) => socket.once('data', () => socket.end('N'))).listen(0, '127.0.0.1');
  await once(withoutTls, 'listening');
  const { port } = withoutTls.address() as AddressInfo;
  expect(await faultOf('postgres://u:s3cret@nowhere.invalid/x')).toMatchObject({
    message: 'The database cannot be reached: no DNS server knows this name.',
    facts: { code: 'database_away', remedy: expect.stringContaining('DOCWRIGHT_DATABASE_URL') as string },
  });
  expect(await faultOf(`postgres://u:s3cret@127.0.0.1:${await freePort()}/x`)).toMatchObject({
    message: 'The database cannot be reached: nothing accepts connections there.',
  });
  expect(await faultOf('postgres://u:s3cret@127.0.0.1/x?sslrootcert=/none/ca.pem')).toMatchObject({
    message: expect.stringMatching(
      /^The URL of PostgreSQL at 127.0.0.1:5432\/x cannot be used: .*\/none\/ca.pem/,
    ) as string,
    facts: { code: 'database_url_unusable' },
  });
  expect(await faultOf(`postgres://u:s3cret@127.0.0.1:${port}/x?sslmode=verify-full`)).toMatchObject({
    message: expect.stringContaining('does not support SSL connections') as string,
    facts: { code: 'database_refused', remedy: expect.stringContaining('`sslmode=disable`') as string },
  });
  withoutTls.close();
  const asksForPassword = createServer((socket) => {
    const answers = ['R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0', 'R\0\0\0\x08\0\0\0\x0b'];
    socket.on('data', () => socket.write(answers.shift() ?? ''));
  }).listen(0, '127.0.0.1');
  await once(asksForPassword, 'listening');
  const { port: asking } = asksForPassword.address() as AddressInfo;
  expect(await faultOf(`postgres://u@127.0.0.1:${asking}/x`)).toMatchObject({
    message: `PostgreSQL at 127.0.0.1:${asking}/x refused: it asks for a password, and there is none.`,
    facts: { code: 'database_refused' },
  });
  asksForPassword.close();
});

it('takes modes that check a certificate for the strictest, without a word of the driver on standard error', async () => {
  const said: Error[] = [];
  const hear = (warning: Error) => void said.push(warning);
  process.on('warning', hear);
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
    expect(new pg.Client(driverUrl(`postgres://u@h/x?sslmode=${mode}`)).ssl, mode).toEqual({});
  }
  await setImmediate();
  process.off('warning', hear);
  expect(said).toEqual([]);
  expect(driverUrl('postgres://u@h/x?sslmode=no-verify')).toBe('postgres://u@h/x?sslmode=no-verify');
});

/** Of an authentication that nobody knows. */
const nonsense = 'R\0\0\0\x08\0\0\0c';
const plain = (socket: Socket) => socket.write(nonsense);
const overTls = (socket: Socket) =>
  socket.once('data', () => {
    socket.write('S');
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    secure.on('error', () => undefined).write(nonsense);
  });
const secureContext = createSecureContext(makeCertificate({ name: 'postgres.test' }));

it.each([
  ['plainly', plain, ''],
  ['over TLS', overTls, '?sslmode=no-verify'],
])('ends the connection to what speaks %s like no PostgreSQL, and lives on', async (_, speak, parameters) => {
  const double = createServer(speak).listen(0, '127.0.0.1');
  await once(double, 'listening');
  const { port } = double.address() as AddressInfo;
  expect(await faultOf(`postgres://u:s3cret@127.0.0.1:${port}/x${parameters}`)).toMatchObject({
    facts: { code: 'database_away' },
    cause: { cause: { message: expect.stringMatching(/^what answers is no PostgreSQL/) as string } },
  });
  double.close();
});
