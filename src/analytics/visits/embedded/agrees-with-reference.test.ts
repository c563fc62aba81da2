import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { countsVisitsAsReference } from '../../../../test/visits/agrees-with-reference.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { describeAgreement } from './agrees-with-reference.conformance.ts';
import { createEmbeddedVisitStore } from './embedded-visit-store.ts';

describeAgreement({ numRuns: 6, timeout: 240_000 });

it('counts the pages on which visits began and ended, goals and funnels as the reference does', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'visits-'));
  const store = createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 2 });
  try {
    await countsVisitsAsReference({
      next: () => store,
      seal: (rules) => store.seal({ ...rules, waitingRows: 1, maximumRows: 500 }),
    });
  } finally {
    await store.close();
    rmSync(directory, { recursive: true });
  }
});
