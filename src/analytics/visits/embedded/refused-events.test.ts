import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openVisitDatabase } from './columns/database.ts';
import { addDrops } from './columns/row-checksum.ts';
import { dropDamaged, findDamage } from './upkeep/find-damage.ts';
import { packViews } from './write/packed-views.ts';
import { packDrop } from './write/refusals.ts';
import { defaultDailyLimits } from '../visit-store.ts';
import { createWriter } from './write/writer.ts';

it('goes on with a file from before refused events were kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'visits-'));
  const file = join(folder, 'visits.sqlite');
  const old = openVisitDatabase(file);
  createWriter(old, defaultDailyLimits).commit([{ projectId: 'docs', views: packViews([]), drops: [] }]);
  addDrops(old, 1, { day: '2026-07-01', reason: 'asset', count: 5 });
  old.exec('DROP TABLE refused; PRAGMA user_version = 4');
  old.close();
  const database = openVisitDatabase(file);
  const drops = [packDrop({ day: '2026-07-01', reason: 'asset', count: 2, events: ['a', 'a'] })];
  for (let time = 0; time < 2; time += 1)
    createWriter(database, defaultDailyLimits).commit([{ projectId: 'docs', views: packViews([]), drops }]);
  expect(database.prepare('SELECT reason, count FROM dropped').raw().all()).toEqual([['asset', 6]]);
  database.close();
  rmSync(folder, { recursive: true });
});

it('counts what it cannot read again, names it, and lets it be dropped', () => {
  const folder = mkdtempSync(join(tmpdir(), 'visits-'));
  const database = openVisitDatabase(join(folder, 'visits.sqlite'));
  const drops = [packDrop({ day: '2026-07-01', reason: 'asset', count: 1, events: ['a'] })];
  createWriter(database, defaultDailyLimits).commit([{ projectId: 'docs', views: packViews([]), drops }]);
  expect(findDamage(database, 'docs')).toEqual([]);
  database.prepare('UPDATE refused SET events = zeroblob(8)').run();
  const found = [{ day: '2026-07-01', kind: 'drops', piece: 'refused events', bytes: 8, views: 0 }];
  expect(findDamage(database, 'docs')).toEqual(found);
  expect(dropDamaged(database, 'docs')).toEqual(found);
  expect(findDamage(database, 'docs')).toEqual([]);
  database.close();
  rmSync(folder, { recursive: true });
});
