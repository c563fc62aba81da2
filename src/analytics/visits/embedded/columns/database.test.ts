import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VisitStoreTooNew } from '../../errors.ts';
import { packViews } from '../write/packed-views.ts';
import { packDrop } from '../write/refusals.ts';
import { createWriter } from '../write/writer.ts';
import { addDrops } from './row-checksum.ts';
import { openVisitDatabase } from './database.ts';

it('refuses a file of a newer version and leaves it as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'visits-'));
  const file = join(folder, 'visits.sqlite');
  const database = openVisitDatabase(file);
  database.pragma('user_version = 99');
  database.close();
  const before = readFileSync(file);
  expect(() => openVisitDatabase(file)).toThrow(VisitStoreTooNew);
  expect(readFileSync(file).equals(before)).toBe(true);
  rmSync(folder, { recursive: true });
});

it('goes on with a file from before refused events were kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'visits-'));
  const file = join(folder, 'visits.sqlite');
  const old = openVisitDatabase(file);
  createWriter(old, 100).commit([{ projectId: 'docs', views: packViews([]), drops: [] }]);
  addDrops(old, 1, { day: '2026-07-01', reason: 'asset', count: 5 });
  old.exec('DROP TABLE refused; PRAGMA user_version = 4');
  old.close();
  const database = openVisitDatabase(file);
  const drops = [packDrop({ day: '2026-07-01', reason: 'asset', count: 2, events: ['a', 'a'] })];
  for (let time = 0; time < 2; time += 1)
    createWriter(database, 100).commit([{ projectId: 'docs', views: packViews([]), drops }]);
  expect(database.prepare('SELECT reason, count FROM dropped').raw().all()).toEqual([['asset', 6]]);
  database.close();
  rmSync(folder, { recursive: true });
});
