import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReferenceVisitStore } from '../../../../test/visits/reference-visit-store.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { describeVisitStore } from '../conformance/visit-store.conformance.ts';
import type { DailyLimits, VisitStore } from '../visit-store.ts';
import { createEmbeddedVisitStore } from './embedded-visit-store.ts';

describeVisitStore('the reference in memory', (options) =>
  Promise.resolve({ store: createReferenceVisitStore(options), dispose: () => Promise.resolve() }),
);

function createInTemporaryDirectory(options: { limits: DailyLimits }) {
  const directory = mkdtempSync(join(tmpdir(), 'visits-'));
  const store = createEmbeddedVisitStore({
    directory,
    clock: systemClock,
    logger: silentLogger,
    threads: 2,
    ...options,
  });
  const dispose = async () => {
    await store.close();
    rmSync(directory, { recursive: true });
  };
  return { store, dispose };
}

describeVisitStore('the embedded store, views waiting', (options) =>
  Promise.resolve(createInTemporaryDirectory(options)),
);

describeVisitStore('the embedded store, every append sealed', (options) => {
  const { store, dispose } = createInTemporaryDirectory(options);
  const sealing: VisitStore = {
    ...store,
    append: async (projectId, views, drops) => {
      const outcome = await store.append(projectId, views, drops);
      await store.seal({ waitingRows: 1, maximumRows: 1_000, segmentsPerDay: 3 });
      return outcome;
    },
  };
  return Promise.resolve({ store: sealing, dispose });
});
