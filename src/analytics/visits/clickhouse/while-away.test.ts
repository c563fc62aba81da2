import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  createClickHouseServer,
  describeOnClickHouse,
  type ClickHouseServer,
} from '../../../../test/visits/clickhouse-server.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { start, testedProject, view } from '../conformance/tested-project.ts';
import { VisitsAway, VisitSpoolFull } from '../errors.ts';
import { openClickHouseVisitStore } from './clickhouse-visit-store.ts';

const patient = { timeout: 25_000, interval: 50 };

describeOnClickHouse(() => {
  let folder: string;
  let server: ClickHouseServer;
  let proxy: Server;
  /** Statements that reach ClickHouse, and whose answer does not come back. */
  let swallowed: RegExp | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docwright-clickhouse-'));
    server = await createClickHouseServer(join(folder, 'server'));
    await server.start();
    proxy = createServer((incoming, outgoing) => {
      const { host } = new URL(server.url.replace('clickhouse:', 'http:'));
      const [hostname = '', port] = host.split(':');
      const { method, headers, url = '' } = incoming;
      const forwarded = request({ hostname, port, path: url, method, headers }, (answer) => {
        if (swallowed?.test(decodeURIComponent(url.replaceAll('+', ' '))) === true) {
          incoming.socket.destroy();
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => incoming.socket.destroy());
      incoming.pipe(forwarded);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });
  afterAll(async () => {
    proxy.close();
    proxy.closeAllConnections();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const open = (waiting: string, spoolBytes = 2 ** 20) => {
    const { port } = proxy.address() as AddressInfo;
    const url = `clickhouse://127.0.0.1:${port}/docwright`;
    const spoolFolder = join(folder, waiting);
    return openClickHouseVisitStore({ url, clock: systemClock, logger: silentLogger, spoolFolder, spoolBytes });
  };

  it('keeps views that come while ClickHouse is away, through a new start, and counts each once when it is back', async () => {
    const store = await open('away');
    const { project, rows } = testedProject(store, 1);
    const views = [1, 2].map((visitor) => view(visitor, '/a', start, { eventId: `e${visitor}` }));
    await store.append(project, views);
    await server.stop();
    const more = [view(2, '/a', start, { eventId: 'e2' }), view(3, '/a', start)];
    expect(await store.append(project, more)).toEqual({ accepted: 2, duplicates: 0, folded: 0 });
    expect(await store.append(project, [view(4, '/a', start)])).toMatchObject({ accepted: 1 });
    expect(store.waiting().views).toBe(3);
    await expect(rows()).rejects.toThrow(VisitsAway);
    await expect(store.deletePath(project, '/a')).rejects.toThrow(VisitsAway);
    // Another process over the same folder, while the first has not ended in any orderly way.
    const restarted = await open('away');
    expect(restarted.waiting().views).toBe(3);
    await server.start();
    await vi.waitFor(() => {
      expect(restarted.waiting().views).toBe(0);
    }, patient);
    expect(await testedProject(restarted, 1).rows({ measure: 'views' })).toEqual([['/a', 4, 0, 4]]);
    await store.close();
    await restarted.close();
    expect(readdirSync(join(folder, 'away'))).toEqual([]);
  }, 60_000);

  it('counts once what ClickHouse took though nobody heard that it did', async () => {
    const store = await open('unheard');
    const { project, rows } = testedProject(store, 2);
    swallowed = /INSERT INTO view/;
    const drops = [{ day: '2026-07-01', reason: 'asset', count: 2 }];
    expect(await store.append(project, [view(1, '/a', start), view(2, '/a', start)], drops)).toMatchObject({
      accepted: 2,
    });
    expect(store.waiting().views).toBe(2);
    swallowed = undefined;
    // Whoever deletes waits for what was there before.
    expect(await store.deletePath(project, '/b')).toEqual({ views: 0 });
    expect(store.waiting()).toEqual({ views: 0, bytes: 0 });
    expect(await rows({ measure: 'views' })).toEqual([['/a', 2, 0, 2]]);
    expect(await store.readDrops(project, { from: undefined, to: undefined })).toEqual(drops);
    await store.close();
  }, 60_000);

  it('refuses what there is no room for, and says so', async () => {
    const store = await open('full', 1_000);
    const { project } = testedProject(store, 3);
    await server.stop();
    await store.append(project, [view(1, '/a', start)]);
    const many = Array.from({ length: 20 }, (_, visitor) => view(visitor, '/a', start));
    await expect(store.append(project, many)).rejects.toThrow(VisitSpoolFull);
    expect(store.waiting().views).toBe(1);
    await server.start();
    await store.close();
  }, 60_000);
});
