import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { readDatabaseFault } from '../../../../db/read-database-fault.ts';
import { VisitStoreTooNew } from '../../errors.ts';
import { schemaVersion, versionOf } from './database.ts';

/** What opening the file with this version would do first. Changes nothing. Throws `VisitStoreTooNew`, `DatabaseUnusable`. */
export function pendingUpgrade(file: string): { steps: string[]; bytes: number } {
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    try {
      const version = versionOf(database);
      if (version > schemaVersion) throw new VisitStoreTooNew('visits.sqlite', version, schemaVersion);
      const steps = version === schemaVersion ? [] : [`schema ${version} to ${schemaVersion}`];
      return { steps, bytes: statSync(file).size };
    } finally {
      database.close();
    }
  } catch (error) {
    throw readDatabaseFault(error, file);
  }
}
