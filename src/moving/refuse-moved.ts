import { existsSync } from 'node:fs';
import { databaseFile, movedFolder } from '../data-directory/data-directory.ts';
import { knownMark } from '../db/belongings.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { DataMoved, MoveUnfinished } from './errors.ts';

/** To be asked before a database is made in the data directory. Throws DataMoved where there was one, which moved. */
export function refuseMovedFile(dataDirectory: string): void {
  const moved = databaseFile(movedFolder(dataDirectory));
  if (!existsSync(databaseFile(dataDirectory)) && existsSync(moved)) throw new DataMoved(moved);
}

/** Throws DataMoved, MoveUnfinished for a database that was left, or that is not whole yet. */
export async function refuseMovingDatabase(db: DatabaseConnection, place: string): Promise<void> {
  if ((await knownMark(db, 'moved to')) !== undefined) throw new DataMoved(place);
  if ((await knownMark(db, 'copied from')) !== undefined) throw new MoveUnfinished(place);
}
