import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { createPostgresPool } from './postgres-pool.ts';

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
    message: 'The database cannot be reached: nobody knows the name of its host.',
    facts: { code: 'database_away', remedy: expect.stringContaining('DOCWRIGHT_DATABASE_URL') as string },
  });
  expect(await faultOf(`postgres://u:s3cret@127.0.0.1:${await freePort()}/x`)).toMatchObject({
    message: 'The database cannot be reached: nothing listens where the URL says.',
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
});

it('ends the connection to what speaks like no PostgreSQL, and lives on', async () => {
  const nonsense = createServer((socket) => socket.write('R\0\0\0\x08\0\0\0c')).listen(0, '127.0.0.1');
  await once(nonsense, 'listening');
  const { port } = nonsense.address() as AddressInfo;
  expect(await faultOf(`postgres://u:s3cret@127.0.0.1:${port}/x`)).toMatchObject({
    facts: { code: 'database_away' },
    cause: { message: expect.stringMatching(/^what answers is no PostgreSQL/) as string },
  });
  nonsense.close();
});
