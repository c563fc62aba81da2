import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { announceServer, findRunningServer, type RunningServer } from './running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-servers-'));
const started: Server[] = [];
afterAll(() => {
  for (const server of started) server.close();
  rmSync(folder, { recursive: true });
});

async function start(): Promise<RunningServer> {
  const server = createServer((_, response) => response.end());
  started.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: 'https://docs.example', listening: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it('finds whichever server is left of several on one data directory', async () => {
  expect(await findRunningServer(folder)).toBeUndefined();
  const [first, second] = [await start(), await start()];
  await announceServer(folder, first);
  const retract = await announceServer(folder, second);
  await retract();
  expect(await findRunningServer(folder)).toEqual(first);
});

it('passes over one that was killed', async () => {
  const killed = await start();
  await announceServer(folder, killed);
  await new Promise((resolve) => started.at(-1)?.close(resolve));
  const alive = await start();
  await announceServer(folder, alive);
  started[0]?.close();
  expect(await findRunningServer(folder)).toEqual(alive);
});

it('leaves the record of a server that took over the port', async () => {
  const own = join(folder, 'own');
  const server = await start();
  const retract = await announceServer(own, server);
  await announceServer(own, server);
  await retract();
  expect(await findRunningServer(own)).toEqual(server);
});
