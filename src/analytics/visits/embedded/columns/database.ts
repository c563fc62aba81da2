import Database from 'better-sqlite3';
import { readDatabaseFault } from '../../../../db/read-database-fault.ts';
import { keepPrivate } from '../../../../kernel/private-file.ts';
import { VisitStoreTooNew } from '../../errors.ts';
import { noteTrackerDays } from './note-tracker-days.ts';
import { actualContents, actualTexts, keepBlocks, keepContents, keepTexts } from './contents.ts';

export type VisitDatabase = Database.Database;

/**
 * What is in `visits.sqlite`. A batch is what one commit added to one day, as columns in one blob, in the order of
 * arrival. Batches of a day become a segment: the same rows sorted by path, one blob per column, never changed, only
 * replaced; `checksum` is the CRC-32 of the blob, of a batch with its project, day and rows. `version` grows with every
 * change of content and not when rows only move from batches to a segment. `contents` is a sum over the rows of `batch`,
 * `segment`, `dropped` and `tracker_day`, and `texts` one over those of `term`, which say that none is missing or elsewhere. The
 * `checksum` of a project is of its `id` alone. `refused` holds the events that `dropped` counts, where they have an id.
 * `tracker_day` holds the days on which the tracker reported, whatever is left of its views; `unsplit` the segments in which people
 * have one code, as versions before wrote them. `damaged` names what was found to be no longer what was written.
 * Ids of visitors are rows of `visitor` until upkeep puts many of them together in a `visitor_page`: see `visitor-ids.ts`; a
 * `block` is of settled days, and `asked_listing` says what it is to hold beside pages: see `stored-blocks.ts`.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS project (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL DEFAULT 0,
    appends INTEGER NOT NULL DEFAULT 0,
    generation INTEGER NOT NULL DEFAULT 0,
    contents INTEGER NOT NULL DEFAULT 0,
    texts INTEGER NOT NULL DEFAULT 0,
    checksum INTEGER
  );
  CREATE TABLE IF NOT EXISTS batch (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project INTEGER NOT NULL,
    day INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    data BLOB NOT NULL,
    checksum INTEGER
  );
  CREATE INDEX IF NOT EXISTS batch_sum ON batch (project, day, rows, checksum);
  CREATE TABLE IF NOT EXISTS segment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project INTEGER NOT NULL,
    day INTEGER NOT NULL,
    rows INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS segment_day ON segment (project, day, rows);
  CREATE TABLE IF NOT EXISTS segment_column (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL,
    name TEXT NOT NULL,
    data BLOB NOT NULL,
    checksum INTEGER,
    UNIQUE (segment, name)
  );
  CREATE TABLE IF NOT EXISTS block (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project INTEGER NOT NULL,
    day INTEGER NOT NULL,
    days INTEGER NOT NULL,
    segments TEXT NOT NULL,
    checksum INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS block_day ON block (project, day);
  CREATE TABLE IF NOT EXISTS block_slice (
    id INTEGER PRIMARY KEY,
    block INTEGER NOT NULL,
    listing TEXT NOT NULL,
    slice INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    data BLOB NOT NULL
  );
  CREATE INDEX IF NOT EXISTS block_slice_of ON block_slice (block, listing, slice);
  ${keepBlocks}
  CREATE TABLE IF NOT EXISTS asked_listing (
    project INTEGER NOT NULL,
    listing TEXT NOT NULL,
    PRIMARY KEY (project, listing)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS visitor (
    project INTEGER NOT NULL,
    number INTEGER NOT NULL,
    id BLOB NOT NULL,
    checksum INTEGER,
    PRIMARY KEY (project, number)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS visitor_page (
    id INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    first INTEGER NOT NULL,
    length INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    place INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    ids BLOB NOT NULL,
    UNIQUE (project, first)
  );
  CREATE TABLE IF NOT EXISTS term (
    project INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    checksum INTEGER,
    PRIMARY KEY (project, kind, number)
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS term_text ON term (project, kind, text);
  CREATE TABLE IF NOT EXISTS counter (
    project INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    next INTEGER NOT NULL,
    checksum INTEGER,
    PRIMARY KEY (project, kind)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS dropped (
    project INTEGER NOT NULL,
    day TEXT NOT NULL,
    reason TEXT NOT NULL,
    count INTEGER NOT NULL,
    checksum INTEGER,
    PRIMARY KEY (project, day, reason)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS refused (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project INTEGER NOT NULL,
    day INTEGER NOT NULL,
    reason TEXT NOT NULL,
    events BLOB NOT NULL,
    checksum INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS refused_day ON refused (project, day);
  CREATE TABLE IF NOT EXISTS pending_deletion (
    project INTEGER NOT NULL,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    checksum INTEGER,
    PRIMARY KEY (project, kind, number)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tracker_day (
    project INTEGER NOT NULL,
    day INTEGER NOT NULL,
    PRIMARY KEY (project, day)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS unsplit (segment INTEGER PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS damaged (
    project INTEGER NOT NULL,
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    piece TEXT NOT NULL,
    PRIMARY KEY (project, kind, id)
  ) WITHOUT ROWID;
  ${keepContents}
  ${keepTexts}
`;

/**
 * Opens the file, making it if it is not there. Every thread and process has a connection of its own; writers take
 * the lock with BEGIN IMMEDIATE and wait up to 30 seconds for each other, readers never wait. Throws VisitStoreTooNew,
 * DatabaseBusy, DatabaseUnusable.
 */
export function openVisitDatabase(file: string): VisitDatabase {
  try {
    return open(file);
  } catch (error) {
    throw readDatabaseFault(error, file);
  }
}

/** How long a writer waits for another. */
export const lockWaitMilliseconds = 30_000;

function open(file: string): VisitDatabase {
  keepPrivate(file);
  const database = new Database(file, { timeout: lockWaitMilliseconds });
  try {
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepare(database: VisitDatabase): void {
  const version = versionOf(database);
  if (version > schemaVersion) throw new VisitStoreTooNew('visits.sqlite', version, schemaVersion);
  // Of a new file only: to say it again of one that is there waits for everybody who writes.
  if (database.pragma('page_count', { simple: true }) === 0) {
    database.pragma('page_size = 8192');
    database.pragma('auto_vacuum = INCREMENTAL');
  }
  database.pragma('journal_mode = WAL');
  // A 2xx is only sent for what a power cut cannot take back.
  database.pragma('synchronous = FULL');
  // Deleted ids must not linger in free pages; FAST overwrites where that needs no additional write.
  database.pragma('secure_delete = FAST');
  if (version !== schemaVersion) bringUpToDate(database);
}

// From 8 on views have a column `context`: batches hold a word more for each, and older programs must not read them.
export const schemaVersion = 10;

export function versionOf(database: VisitDatabase): number {
  return database.pragma('user_version', { simple: true }) as number;
}

function bringUpToDate(database: VisitDatabase): void {
  database
    .transaction(() => {
      const version = versionOf(database);
      // What is there already has no checksum until it is sealed, merged or rewritten.
      if (version === 1) database.exec('ALTER TABLE segment_column ADD COLUMN checksum INTEGER');
      if (version === 1 || version === 2) database.exec(addSumsAndBatchChecksums);
      if (version >= 1 && version <= 3) database.exec(addRowChecksums);
      if (version >= 1 && version <= 6) addOtherChecksums(database);
      database.exec(schema);
      if (version >= 1 && version <= 3)
        database.exec(`UPDATE project SET contents = ${actualContents}, texts = ${actualTexts}`);
      if (version >= 1 && version <= 5) noteTrackerDays(database);
      database.pragma(`user_version = ${schemaVersion}`);
    })
    .immediate();
}

/** As in `addRowChecksums`; what was written before has none until it is written again. */
function addOtherChecksums(database: VisitDatabase): void {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').pluck();
  for (const table of ['project', 'visitor', 'counter', 'pending_deletion']) {
    const names = columns.all(table) as string[];
    if (names.length > 0 && !names.includes('checksum'))
      database.exec(`ALTER TABLE ${table} ADD COLUMN checksum INTEGER`);
  }
}

const addRowChecksums = `
  ALTER TABLE project ADD COLUMN texts INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE term ADD COLUMN checksum INTEGER;
  ALTER TABLE dropped ADD COLUMN checksum INTEGER;
`;

const addSumsAndBatchChecksums = `
  ALTER TABLE project ADD COLUMN contents INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE batch ADD COLUMN checksum INTEGER;
  DROP INDEX batch_day;
`;
