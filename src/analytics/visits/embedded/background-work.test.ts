import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createManualClock, duration } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { start, view } from '../conformance/tested-project.ts';
import { createEmbeddedVisitStore, type EmbeddedVisitStore } from './embedded-visit-store.ts';

let folder: string;
let store: EmbeddedVisitStore;
let noted: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-background-'));
  noted = [];
  const note = (text: string) => {
    noted.push(text);
    return Promise.resolve();
  };
  store = createEmbeddedVisitStore({
    directory: folder,
    clock: createManualClock(start + duration.day),
    logger: silentLogger,
    threads: 1,
    // Each delivery begins a round of upkeep.
    sealRules: { waitingRows: 1, maximumRows: 1_000, segmentsPerDay: 8 },
    work: { failed: (name) => note(`${name} failed`), succeeded: (name) => note(`${name} succeeded`) },
  });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Takes a table away that upkeep needs, or puts it back, as a disk does that refuses for a while. */
function rename(from: string, to: string): void {
  const database = new SqliteDatabase(join(folder, 'visits.sqlite'));
  database.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
  database.close();
}
const noteOf = (text: string) =>
  vi.waitFor(
    () => {
      expect(noted).toContain(text);
    },
    { timeout: 20_000, interval: 20 },
  );

it('notes upkeep that fails, and finishes a deletion that failed once it can', { timeout: 60_000 }, async () => {
  await store.append('docs', [view(1, '/kept', start), view(2, '/gone', start)]);
  await noteOf('sealing visits succeeded');
  rename('unsplit', 'unsplit_away');
  await expect(store.deletePath('docs', '/gone')).rejects.toThrow('unsplit');
  await store.append('docs', [view(3, '/kept', start + 1)]);
  await noteOf('finishing an interrupted deletion failed');
  await noteOf('sealing visits failed');
  noted.length = 0;
  rename('unsplit_away', 'unsplit');
  await store.append('docs', [view(4, '/kept', start + 2)]);
  await noteOf('finishing an interrupted deletion succeeded');
  await noteOf('sealing visits succeeded');
  expect(await store.usage('docs')).toMatchObject({ views: 3, paths: 1 });
  expect(await store.verify('docs')).toMatchObject({ ok: true });
});
