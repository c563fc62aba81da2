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
import { testedProject, view } from '../conformance/tested-project.ts';
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
      { numRuns: Number(process.env['VISITS_RUNS'] ?? 3), interruptAfterTimeLimit: 50_000 },
    );
  }, 60_000);
});
