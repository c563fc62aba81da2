import type { DamagedPiece } from '../../visit-store.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { isWholeCounter, isWholeDeletion, type StoredCounter, type StoredDeletion } from '../columns/row-checksum.ts';
import { damagedSlices, removeSlice } from '../columns/row-slices.ts';
import { damagedBlocks, removeBlock } from '../columns/stored-blocks.ts';
import { dayText } from '../columns/view-columns.ts';
import {
  damagedVisitorPages,
  dropDamagedPage,
  isWholeRow,
  visitorsOfPage,
  type VisitorRow,
} from '../columns/visitor-ids.ts';

/** Damage that no question is answered wrongly by, and what is done when it is dropped. */
export interface OtherDamage {
  readonly kind: DamagedPiece['kind'];
  readonly piece: string;
  readonly drop: () => unknown;
}

export function findOtherDamage(database: VisitDatabase, project: number): OtherDamage[] {
  return [
    ...findBlocks(database, project),
    ...findSlices(database, project),
    ...findVisitors(database, project),
    ...findCounters(database, project),
    ...findDeletions(database, project),
  ];
}

/** Nothing is lost with it: what is removed is made again. */
function findBlocks(database: VisitDatabase, project: number): OtherDamage[] {
  return damagedBlocks(database, project).map((block) => ({
    kind: 'block',
    piece: `days ${dayText(block.day)} and ${block.days - 1} after`,
    drop: () => {
      removeBlock(database, block);
    },
  }));
}

/** Nor with these. */
function findSlices(database: VisitDatabase, project: number): OtherDamage[] {
  return damagedSlices(database, project).map((slice) => ({
    kind: 'block',
    piece: `${slice.name} of ${dayText(slice.day)}`,
    drop: () => {
      removeSlice(database, slice);
    },
  }));
}

/** Views of a visitor without an id stay what they are. */
function findVisitors(database: VisitDatabase, project: number): OtherDamage[] {
  const remove = database.prepare('DELETE FROM visitor WHERE project = ? AND number = ?');
  const rows = database
    .prepare('SELECT number, id, checksum FROM visitor WHERE project = ?')
    .iterate(project) as Iterable<VisitorRow>;
  const damages: OtherDamage[] = [];
  for (const row of rows) {
    const { number } = row;
    if (isWholeRow(project, row)) continue;
    damages.push({ kind: 'visitor', piece: `visitor ${number}`, drop: () => remove.run(project, number) });
  }
  const pages = damagedVisitorPages(database, project).map((page): OtherDamage => ({
    kind: 'visitor',
    piece: visitorsOfPage(page),
    drop: () => {
      dropDamagedPage(database, page);
    },
  }));
  return [...damages, ...pages];
}

/** The numbers of visitors that are there tell how far numbers were given; gaps in them are never given again. */
function findCounters(database: VisitDatabase, project: number): OtherDamage[] {
  const rows = database.prepare('SELECT kind, next, checksum FROM counter WHERE project = ?').all(project);
  const remove = database.prepare('DELETE FROM counter WHERE project = ? AND kind = ?');
  return (rows as StoredCounter[])
    .filter((counter) => !isWholeCounter(project, counter))
    .map(({ kind }) => ({ kind: 'counter', piece: `counter ${kind}`, drop: () => remove.run(project, kind) }));
}

function findDeletions(database: VisitDatabase, project: number): OtherDamage[] {
  const rows = database.prepare('SELECT project, kind, number, checksum FROM pending_deletion').all();
  const projectExists = database.prepare('SELECT 1 FROM project WHERE key = ?');
  const remove = database.prepare('DELETE FROM pending_deletion WHERE project = ? AND kind = ? AND number = ?');
  return (rows as StoredDeletion[])
    .filter((row) => !isWholeDeletion(row) && (row.project === project || projectExists.get(row.project) === undefined))
    .map((row) => ({
      kind: 'deletion',
      piece: `deletion of ${row.kind} ${row.number}`,
      drop: () => remove.run(row.project, row.kind, row.number),
    }));
}
