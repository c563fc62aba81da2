import { selectBatches, viewsOfBatch } from '../columns/batch.ts';
import { readUnlessDamaged, type DamagedRows } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { checkSegment, readUnlessRemoved } from '../columns/segment.ts';
import { changeDictionaries } from './project-version.ts';
import { replace } from './replace.ts';

/**
 * Reads again what was found damaged. What fits its checksum now was read wrongly, by memory or a disk in trouble, and is
 * answered for again. Returns how many pieces.
 */
export function recheckDamage(database: VisitDatabase): number {
  const noted = database.prepare('SELECT project, kind, id, day FROM damaged').all() as DamagedRows[];
  const whole = noted.filter((rows) => isWhole(database, rows));
  const forget = database.prepare('DELETE FROM damaged WHERE project = ? AND kind = ? AND id = ?');
  for (const { project, kind, id } of whole) {
    replace(database, () => {
      if (forget.run(project, kind, id).changes > 0) changeDictionaries(database, project);
      return true;
    });
  }
  return whole.length;
}

function isWhole(database: VisitDatabase, { kind, id }: DamagedRows): boolean {
  const read = (): true => {
    if (kind === 'batch') for (const stored of selectBatches(database, 'id = ?', id)) viewsOfBatch(database, stored);
    else {
      readUnlessRemoved(database, id, () => {
        checkSegment(database, id);
      });
    }
    return true;
  };
  return readUnlessDamaged(read, () => undefined) === true;
}
