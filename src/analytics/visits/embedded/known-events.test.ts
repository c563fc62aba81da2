import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { duration } from '../../../kernel/clock.ts';
import { start, view } from '../conformance/tested-project.ts';
import type { View } from '../view.ts';
import { openVisitDatabase, type VisitDatabase } from './columns/database.ts';
import { deletePath } from './upkeep/deletion.ts';
import { sealDue } from './upkeep/sealer.ts';
import { HeldMemory } from './write/held-memory.ts';
import { fates, packViews } from './write/packed-views.ts';
import { defaultDailyLimits } from '../visit-store.ts';
import { createWriter } from './write/writer.ts';

const project = 'docs';
let folder: string;
let database: VisitDatabase;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'known-events-'));
  database = openVisitDatabase(join(folder, 'visits.sqlite'));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

it.each([
  ['with room for all', 2 ** 26],
  ['with room for nothing', 0],
])('knows events while their days are sealed, merged and deleted from, %s', (_, room) => {
  const writer = createWriter(database, defaultDailyLimits, new HeldMemory(room));
  const write = (views: readonly View[]) => [
    ...(writer.commit([{ projectId: project, views: packViews(views), drops: [] }])[0]?.fates ?? []),
  ];
  const seal = (segmentsPerDay: number) =>
    sealDue(database, { waitingRows: 1, maximumRows: 100_000, segmentsPerDay }, 0);
  const sent: View[] = [];
  for (let round = 0; round < 6; round += 1) {
    const views = Array.from({ length: 40 }, (__, index) =>
      view(1, `/${round}`, start + (index % 2) * duration.day, { eventId: `${round}-${index}` }),
    );
    expect(write(views)).toEqual(views.map(() => fates.kept));
    sent.push(...views);
    if (round === 2) seal(9);
    if (round === 4) seal(1);
    expect(write(sent)).toEqual(sent.map(() => fates.duplicate));
  }
  deletePath(database, project, '/1');
  expect(write(sent)).toEqual(sent.map(({ path }) => (path === '/1' ? fates.kept : fates.duplicate)));
});
