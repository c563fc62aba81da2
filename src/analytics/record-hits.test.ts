import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMigratedDatabase } from '../db/migrated-database.fixture.ts';
import { createManualClock, duration } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { createProjectStore } from '../projects/project-store.ts';
import { createRecordHits } from './record-hits.ts';
import { loadCatalogue } from './traffic/catalogue.ts';
import { createTrafficClassifier } from './traffic/classify.ts';
import { createVisitorSalts } from './visitor-salts.ts';
import { defaultMapping } from './visits/visit-store.ts';
import { createEmbeddedVisitStore } from './visits/embedded/embedded-visit-store.ts';

it('drops no view while the clock of the server is set back and forth by two hours, over midnight', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-clock-'));
  const db = await openMigratedDatabase(join(folder, 'docwright.sqlite'));
  const midnight = Date.UTC(2026, 10, 22);
  const secretBox = createSecretBox(Buffer.alloc(32, 1));
  const clock = createManualClock(midnight - duration.minute);
  const store = createEmbeddedVisitStore({ directory: folder, clock, logger: silentLogger });
  const salts = createVisitorSalts({ db, secretBox, clock });
  const classifier = createTrafficClassifier(loadCatalogue());
  const record = createRecordHits({ store, salts, classifier, clock });
  const projects = createProjectStore({ db, secretBox, clock });
  const { id } = await projects.create({ name: 'Docs', codeHost: 'local', repositoryUrl: folder }, 'test');
  const project = await projects.update(id, { settings: { analytics: { saltLife: 'day' } } }, 'test');
  const userAgent = 'Claude-User (claude-code/2.1.4; +https://support.anthropic.com/)';
  const request = {
    source: 'server',
    url: '/guide',
    method: 'GET',
    status: 200,
    ip: '203.0.113.9',
    userAgent,
  } as const;

  // The site's clock is right all the time; ours goes two hours ahead, then two hours behind, then right again.
  let views = 0;
  for (const [minute, jump] of [2, -4, 2].entries()) {
    clock.advance(jump * duration.hour);
    for (const at of [midnight - duration.minute, midnight + minute * duration.minute]) {
      views += 1;
      const hit = { ...request, timestampMs: at, eventId: `${views}` };
      expect(await record(project, [hit])).toEqual({ accepted: 1, dropped: {}, people: 0 });
    }
    await store.seal();
    await salts.deleteRetired(clock.now());
  }
  const count = async (measure: 'views' | 'visitors') => {
    const range = { from: undefined, to: undefined };
    const query = {
      projectId: project.id,
      dimension: 'path',
      range,
      mapping: defaultMapping,
      snapshot: undefined,
    } as const;
    return (await store.countPage({ ...query, measure, limit: 1, offset: 0 })).totals.total;
  };
  expect(await count('views')).toBe(views);
  // One of each day.
  expect(await count('visitors')).toBe(2);

  await store.close();
  await db.destroy();
  rmSync(folder, { recursive: true });
});
