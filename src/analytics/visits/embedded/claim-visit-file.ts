import { randomInt } from 'node:crypto';
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { keepMark, knownMark } from '../../../db/belongings.ts';
import type { DatabaseConnection } from '../../../db/open-database.ts';
import { readDatabaseFault } from '../../../db/read-database-fault.ts';
import { MainDatabaseMissing, VisitFileElsewhere, VisitFileExchanged, VisitFileMissing } from '../errors.ts';
import { openVisitDatabase } from './columns/database.ts';

/** Marks are 31 random bits in `application_id`, a number in the head of every SQLite file; 0 is no mark. */
const markBits = 31;

/**
 * Makes sure that the file is the one of this main database, before anything of it is opened: not one that is missing,
 * emptied or of another data directory. The first file beside a new database becomes its own; with `isLost` whatever is
 * there does, or a new one. Throws `VisitFileMissing`, `VisitFileElsewhere`, `VisitFileExchanged`, and what `openVisitDatabase` throws.
 */
export async function claimVisitFile({
  db,
  file,
  isOneOfSeveral = false,
  isLost,
}: {
  db: DatabaseConnection;
  file: string;
  /** Whether processes with data directories of their own may use the main database. */
  isOneOfSeveral?: boolean;
  isLost: boolean;
}): Promise<void> {
  const expectedMark = isLost ? undefined : await knownMark(db, 'visits');
  const actualMark = readMark(file);
  if (expectedMark !== undefined && actualMark === expectedMark) return;
  if (expectedMark !== undefined && actualMark !== undefined) throw new VisitFileExchanged(file);
  if (!isLost && actualMark === undefined && (await isUsed(db, expectedMark))) {
    throw new (isOneOfSeveral ? VisitFileElsewhere : VisitFileMissing)(file);
  }
  await keepMark(db, 'visits', putMark(file));
}

/** To be asked before the main database is opened, which makes a new one. Throws `MainDatabaseMissing` where the visits had one. */
export function refuseVisitsWithoutMain({ main, visits }: { main: string; visits: string }): void {
  if (sizeOf(main) > 0) return;
  const mark = readMark(visits);
  if (mark !== undefined && mark !== '0') throw new MainDatabaseMissing(main, visits);
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** A file of before there were marks has none; whether it is lost is then to be seen from whether there is a file. */
async function isUsed(db: DatabaseConnection, expectedMark: string | undefined): Promise<boolean> {
  return (
    expectedMark !== undefined ||
    (await db.selectFrom('projects').select('id').limit(1).executeTakeFirst()) !== undefined
  );
}

/** Undefined where there is no file or nothing in it; `0` where nobody marked it. Changes nothing. */
function readMark(file: string): string | undefined {
  if (sizeOf(file) === 0) return undefined;
  try {
    const database = new Database(file, { fileMustExist: true });
    try {
      const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
      return isEmpty ? undefined : String(database.pragma('application_id', { simple: true }));
    } finally {
      database.close();
    }
  } catch (error) {
    throw readDatabaseFault(error, file);
  }
}

/** Processes that start together find the same mark. */
function putMark(file: string): string {
  const database = openVisitDatabase(file);
  try {
    const put = database.transaction(() => {
      const applicationId = database.pragma('application_id', { simple: true }) as number;
      if (applicationId !== 0) return applicationId;
      const mark = randomInt(1, 2 ** markBits);
      database.pragma(`application_id = ${mark}`);
      return mark;
    });
    return String(put.immediate());
  } catch (error) {
    throw readDatabaseFault(error, file);
  } finally {
    database.close();
  }
}
