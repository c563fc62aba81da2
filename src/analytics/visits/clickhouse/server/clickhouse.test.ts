import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createNetServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../../../../test/free-port.ts';
import { QuestionTooLarge, VisitsAway, VisitsRefused } from '../../errors.ts';
import { readClickHouseAddress } from './clickhouse-address.ts';
import { connectToClickHouse, type ClickHouse } from './clickhouse.ts';
import { sql } from './sql.ts';

/** What the server, or what stands before it, says to everything. */
let say: (response: ServerResponse) => void;
const double = createServer((request, response) => {
  request.resume().on('end', () => {
    say(response);
  });
});
let server: ClickHouse;
beforeAll(async () => {
  double.listen(0, '127.0.0.1');
  await once(double, 'listening');
  const { port } = double.address() as AddressInfo;
  server = connectToClickHouse(readClickHouseAddress(`clickhouse://127.0.0.1:${port}/docwright`));
});
afterAll(async () => {
  await server.close();
  double.close();
  double.closeAllConnections();
});

const page = '<html>Sign in to the network</html>';
const fault = 'Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)';
const read = () => server.read(sql`SELECT 1 AS one`);
const insert = () => server.insert('view', { columns: ['id'], rows: [['a'], ['b']], token: 't' });
const rewrite = () => server.rewrite(sql`ALTER TABLE view DELETE WHERE true`);
const saying = (status: number, text: string) => (response: ServerResponse) => response.writeHead(status).end(text);

it('takes nothing for an answer but an answer, whatever its status is', async () => {
  say = saying(200, '{"one":1}\n{"one":2}\n');
  expect(await read()).toEqual([{ one: 1 }, { one: 2 }]);
  say = saying(200, '');
  await Promise.all([insert(), rewrite()]);
  for (const text of [page, `${page}\n`, fault, `{"one":1}\n${fault}`, '{"one":1}\n{"on']) {
    say = saying(200, text);
    await expect(read()).rejects.toThrow(VisitsAway);
    await expect(insert()).rejects.toThrow(VisitsAway);
  }
  for (const text of [page, fault]) {
    say = saying(200, text);
    await expect(rewrite()).rejects.toThrow(VisitsAway);
  }
  // As each server of a cluster says of itself.
  say = saying(200, 'one.example\t9000\t0\t\t1\t0\n');
  await rewrite();
  say = (response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{"one":1}\n');
    setImmediate(() => response.destroy());
  };
  await expect(read()).rejects.toThrow(VisitsAway);
  await expect(insert()).rejects.toThrow(VisitsAway);
});

it('waits no longer than it was told to for a server that falls silent in the middle of its answer', async () => {
  say = (response) => response.write('{"one":1}\n');
  await expect(server.read(sql`SELECT 1 AS one`, 150)).rejects.toThrow(VisitsAway);
});

it('says what keeps it from ClickHouse, or what listens where it was looked for', async () => {
  const faultOf = async (url: string) => {
    const asked = connectToClickHouse(readClickHouseAddress(url));
    const fault = await asked.read(sql`SELECT 1 AS one`).catch((error: unknown) => error);
    await asked.close();
    return fault instanceof VisitsAway ? fault.message : fault;
  };
  const { port } = double.address() as AddressInfo;
  const speaksOtherwise = createNetServer((socket) => socket.on('error', () => undefined).end('N'));
  speaksOtherwise.listen(0, '127.0.0.1');
  await once(speaksOtherwise, 'listening');
  const { port: other } = speaksOtherwise.address() as AddressInfo;
  expect(await faultOf('clickhouse://nowhere.invalid/x')).toMatch(/: no DNS server knows this name\.$/);
  expect(await faultOf(`clickhouse://127.0.0.1:${await freePort()}/x`)).toMatch(
    /: nothing accepts connections there\.$/,
  );
  expect(await faultOf(`clickhouse://127.0.0.1:${port}/x?secure=true`)).toMatch(/does not speak TLS\.$/);
  expect(await faultOf(`clickhouse://127.0.0.1:${other}/x`)).toMatch(/does not speak HTTP\.$/);
  speaksOtherwise.close();
  say = saying(400, 'Port 9000 is for clickhouse-client program\r\nYou must use port 8123 for HTTP.\r\n');
  expect(await faultOf(`clickhouse://127.0.0.1:${port}/x`)).toMatch(/that of HTTP is 8123, or 8443 over TLS\.$/);
});

it.each([
  [429, 'Too many requests', VisitsAway],
  [403, page, VisitsAway],
  [500, 'oops', VisitsAway],
  [500, 'Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space. (NOT_ENOUGH_SPACE)', VisitsAway],
  [500, 'Code: 499. DB::Exception: The storage says no. (S3_ERROR)', VisitsAway],
  [500, 'Code: 164. DB::Exception: u: Cannot execute query in readonly mode. (READONLY)', VisitsRefused],
  [500, fault, QuestionTooLarge],
])('tells by status %i and %j whether to wait, to ask for less or to let somebody look', async (status, text, kind) => {
  say = saying(status, text);
  await expect(read()).rejects.toThrow(kind);
  await expect(insert()).rejects.toThrow(kind);
});
