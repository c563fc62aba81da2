import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { agreesWithReference } from '../../../../test/visits/agrees-with-reference.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { createEmbeddedVisitStore } from './embedded-visit-store.ts';

/** So many histories, all of them within `timeout` milliseconds. */
export function describeAgreement({ numRuns, timeout }: { numRuns: number; timeout: number }): void {
  it(
    'agrees with the reference through any history of appends, seals, restarts and deletions',
    { timeout },
    async () => {
      const directory = mkdtempSync(join(tmpdir(), 'visits-'));
      let runs = 0;
      try {
        await agreesWithReference(
          (withOtherProcess) => {
            runs += 1;
            const inRun = join(directory, String(runs));
            const parts = { directory: inRun, clock: systemClock, logger: silentLogger, threads: 2 };
            let store = createEmbeddedVisitStore(parts);
            // A second store on the same file takes every other step, as another process would.
            // It has room for nothing, and so reads everything again each time.
            const other = withOtherProcess ? createEmbeddedVisitStore({ ...parts, memoryBytes: 0 }) : undefined;
            let turn = 0;
            const next = () => ((turn += 1) % 2 === 0 ? (other ?? store) : store);
            return Promise.resolve({
              next,
              seal: (rules) => next().seal({ ...rules, waitingRows: 1, maximumRows: 500 }),
              async reopen() {
                await store.close();
                store = createEmbeddedVisitStore(parts);
              },
              async close() {
                await store.close();
                await other?.close();
              },
            });
          },
          // A run starts several threads, so finding the smallest counterexample may take minutes; it is cut off.
          { numRuns, interruptAfterTimeLimit: timeout - 40_000 },
        );
      } finally {
        rmSync(directory, { recursive: true });
      }
    },
  );
}
