import { knownMark } from '../db/belongings.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { remedyAt, type Entrance } from '../kernel/app-error.ts';
import { KeyRotationUnfinished } from '../kernel/errors.ts';
import type { Outcome } from './examination.ts';

/** An unfinished rotation of the master key: until it is finished, both keys are needed and no backup is made. */
export async function examineRotation(db: DatabaseConnection, entrance: Entrance): Promise<Outcome> {
  const [id, formerId] = [await knownMark(db, 'master key'), await knownMark(db, 'former master key')];
  if (formerId === undefined) {
    return { state: 'ok', message: id === undefined ? 'Nothing is encrypted yet.' : `Its id is ${id}.`, remedy: null };
  }
  return {
    state: 'error',
    message: `The change from the key ${formerId} to ${id ?? 'another'} is unfinished. Keep both keys; no backup is made until then.`,
    remedy: remedyAt(entrance, KeyRotationUnfinished.facts),
  };
}
