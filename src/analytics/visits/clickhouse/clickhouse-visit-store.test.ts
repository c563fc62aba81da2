import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { agreesWithReference } from '../../../../test/visits/agrees-with-reference.ts';
import { project } from '../../../../test/visits/any-step.ts';
import {
  createClickHouseServer,
  describeOnClickHouse,
  type ClickHouseServer,
} from '../../../../test/visits/clickhouse-server.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { describeVisitStore } from '../conformance/visit-store.conformance.ts';
import { createClickHouseVisitStore } from './clickhouse-visit-store.ts';

describeOnClickHouse(() => {
  let folder: string;
  let server: ClickHouseServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docwright-clickhouse-'));
    server = await createClickHouseServer(join(folder, 'server'));
    await server.start();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  let stores = 0;
  const open = (maximumPathsPerDay?: number) =>
    createClickHouseVisitStore({
      url: server.url,
      clock: systemClock,
      logger: silentLogger,
      spoolFolder: join(folder, `waiting-${(stores += 1)}`),
      spoolBytes: 2 ** 20,
      rowsPerPiece: 2,
      ...(maximumPathsPerDay === undefined ? {} : { maximumPathsPerDay }),
    });

  describeVisitStore('ClickHouseVisitStore', ({ maximumPathsPerDay }) => {
    const store = open(maximumPathsPerDay);
    return Promise.resolve({ store, dispose: () => store.close() });
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
