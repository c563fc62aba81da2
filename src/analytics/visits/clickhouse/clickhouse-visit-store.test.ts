import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agreesWithReference } from '../../../../test/visits/agrees-with-reference.ts';
import { project } from '../../../../test/visits/any-step.ts';
import {
  createClickHouseServer,
  describeOnClickHouse,
  type ClickHouseServer,
} from '../../../../test/visits/clickhouse-server.ts';
import { duration, systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { start, testedProject, view } from '../conformance/tested-project.ts';
import { describeVisitStore } from '../conformance/visit-store.conformance.ts';
import type { DailyLimits } from '../visit-store.ts';
import { createClickHouseVisitStore } from './clickhouse-visit-store.ts';

describeOnClickHouse(() => {
  let folder: string;
  let server: ClickHouseServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docwright-clickhouse-'));
    // `npm run clickhouse-cluster` names one, over which the same has to hold.
    server = await createClickHouseServer(join(folder, 'server'), process.env['DOCWRIGHT_TEST_CLUSTER']);
    await server.start();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  let stores = 0;
  const open = (limits?: DailyLimits, clock = systemClock) =>
    createClickHouseVisitStore({
      url: server.url,
      clock,
      logger: silentLogger,
      spoolFolder: join(folder, `waiting-${(stores += 1)}`),
      spoolBytes: 2 ** 20,
      rowsPerPiece: 2,
      ...(limits && { limits }),
    });

  describeVisitStore('ClickHouseVisitStore', ({ limits }) => {
    const store = open(limits);
    return Promise.resolve({ store, dispose: () => store.close() });
  });

  it('takes what is past its time off the disk a day later, though nothing is merged', async () => {
    let ahead = 0;
    const store = open(undefined, { now: () => systemClock.now() + ahead });
    const { project } = testedProject(store, 999);
    // A month in which nothing else is, so that nobody merges it: see `byMonth` in `schema.ts`.
    const first = 60 * 32 * duration.day;
    await store.append(project, [view(1, '/old', first), view(1, '/kept', first + duration.day)]);
    const stored = async () => {
      const query = "SELECT sum(rows) FROM system.parts WHERE active AND table LIKE 'view%' AND partition = '60'";
      const { host } = new URL(server.url.replace('clickhouse:', 'http:'));
      return Number(await (await fetch(`http://${host}/?query=${encodeURIComponent(query)}`)).text());
    };
    expect(await store.deleteBefore(project, first + duration.day)).toEqual({ views: 1 });
    expect(await stored()).toBe(2);
    ahead = 2 * duration.day;
    expect(await store.deleteBefore(project, first + duration.day)).toEqual({ views: 0 });
    expect(await stored()).toBe(1);
    expect(await store.usage(project)).toMatchObject({ views: 1 });
    await store.close();
  });

  it('asks with more values than a server takes in a URL, or at a time', async () => {
    const store = open();
    const { project, everything, rows } = testedProject(store, 1_000);
    const events = Array.from({ length: 10_000 }, (_, visitor) =>
      view(visitor, '/a', start + (visitor % 2) * 800 * duration.day, { eventId: `e${visitor}` }),
    );
    expect(await store.append(project, events)).toMatchObject({ accepted: 10_000 });
    expect(await store.append(project, events)).toMatchObject({ accepted: 0, duplicates: 10_000 });
    expect(await rows({ measure: 'views' })).toEqual([['/a', 10_000, 0, 10_000]]);
    // As many beginnings of hours are told to the server.
    const range = { from: undefined, to: undefined };
    const hours = await store.timeseries({ ...everything, range, interval: 'hour', timeZone: 'Europe/Berlin' });
    expect([hours.length, hours[0]?.views.total, hours.at(-1)?.views.total]).toEqual([19_201, 5_000, 5_000]);
    await store.close();
  }, 60_000);

  it('finds room for many texts of a day, and replaces what many clients are', async () => {
    const limited = open({ paths: 5, values: 100_000 });
    const { project, everything } = testedProject(limited, 1_001);
    const views = Array.from({ length: 2_000 }, (_, index) =>
      view(index, `/${'long/'.repeat(20)}${index}`, start, {
        client: { userAgent: `Agent's\\${index}\t\n`, accept: undefined },
      }),
    );
    expect(await limited.append(project, views)).toMatchObject({ accepted: 2_000, folded: 1_995 });
    const outcome = await limited.reclassify(project, ({ userAgent }, current) => ({
      ...current,
      category: 'coding_agent',
      product: `It’s ${userAgent}`,
    }));
    expect(outcome).toEqual({ views: 2_000, combinations: 2_000 });
    const search = "agent's\\7\t\n";
    const read = await limited.countPage({ ...everything, dimension: 'agent', measure: 'views', search });
    expect(read.rows).toEqual([{ value: "It’s Agent's\\7\t\n", human: 0, ai: 1, total: 1 }]);
    await limited.close();
  }, 60_000);

  it('agrees with the reference through any history, of which two processes may take every other step', async () => {
    await agreesWithReference(
      async (withOtherProcess) => {
        let store = open();
        const other = withOtherProcess ? open() : undefined;
        await store.deleteProject(project);
        let turn = 0;
        return {
          next: () => ((turn += 1) % 2 === 0 ? (other ?? store) : store),
          seal: () => Promise.resolve(),
          async reopen() {
            await store.close();
            store = open();
          },
          async close() {
            await store.close();
            await other?.close();
          },
        };
      },
      { numRuns: 2, interruptAfterTimeLimit: 50_000 },
    );
  }, 60_000);
});
