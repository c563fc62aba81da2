import { zstdDecompressSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { isByTracker } from './category-codes.ts';
import { decodeViews, wordsOf } from './view-columns.ts';

interface Stored {
  readonly project: number;
  readonly day: number;
  readonly rows?: number;
  readonly data: Buffer;
}

/**
 * Fills the tables that versions before did not have: days on which the tracker reported, and which segments they wrote. Reads one
 * column of each segment, at about 50 million views a second. Damage is left for those who read to find.
 */
export function noteTrackerDays(database: Database): void {
  const note = database.prepare('INSERT OR IGNORE INTO tracker_day (project, day) VALUES (?, ?)');
  const select = (sql: string) => database.prepare(sql).iterate() as Iterable<Stored>;
  const noted: Omit<Stored, 'data' | 'rows'>[] = [];
  const sealed =
    "SELECT project, day, data FROM segment JOIN segment_column ON segment = segment.id AND name = 'source'";
  for (const { project, day, data } of select(sealed)) {
    if (sourcesOf(data)?.some(isByTracker)) noted.push({ project, day });
  }
  for (const { project, day, rows = 0, data } of select('SELECT project, day, rows, data FROM batch')) {
    if (decodeViews(data, rows).source.some(isByTracker)) noted.push({ project, day });
  }
  for (const { project, day } of noted) note.run(project, day);
  database.exec('INSERT INTO unsplit (segment) SELECT id FROM segment');
}

function sourcesOf(compressed: Buffer): Uint32Array | undefined {
  try {
    return wordsOf(zstdDecompressSync(compressed));
  } catch {
    return undefined;
  }
}
