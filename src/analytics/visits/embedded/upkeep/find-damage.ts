import type { DamagedPiece } from '../../visit-store.ts';
import { classificationText, clientText } from '../columns/classification-text.ts';
import { selectBatches, viewsOfBatch } from '../columns/batch.ts';
import { actualContents, actualTexts } from '../columns/contents.ts';
import { findRenamed } from '../columns/renamed-project.ts';
import { readUnlessDamaged, refuseMissing, refuseMissingTexts } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import {
  checksumOfRow,
  requireWholeDrops,
  wholeText,
  type StoredDrops,
  type StoredText,
} from '../columns/row-checksum.ts';
import { checkSegment, filterName, readFilter, readUnlessRemoved } from '../columns/segment.ts';
import { termKinds } from '../columns/term-kinds.ts';
import { dayText } from '../columns/view-columns.ts';
import { damagedRefusals } from '../columns/refused-events.ts';
import { forgetProject } from './deletion.ts';
import { findOtherDamage } from './find-other-damage.ts';
import { changeDictionaries } from './project-version.ts';
import { removeSegments, replace } from './replace.ts';

type Found = DamagedPiece & {
  /** Of a batch or segment. */
  readonly id: number;
  /** What is done where it is not a batch or a segment. */
  readonly drop?: () => void;
};

/** Reads everything that is stored of a project, oldest day first. `onRead` is told of how many views. */
export function findDamage(
  database: VisitDatabase,
  projectId: string,
  onRead?: (views: number) => void,
): DamagedPiece[] {
  return findAll(database, projectId, onRead).map(pieceOf);
}

/**
 * Removes what is damaged, so that the days it is of are answered for again, with what is left of them. Only ever by a
 * person's decision. Returns what was removed.
 */
export function dropDamaged(database: VisitDatabase, projectId: string): DamagedPiece[] {
  const damages = findAll(database, projectId);
  if (damages.length === 0) return [];
  replace(database, () => {
    const remove = database.prepare('DELETE FROM batch WHERE id = ?');
    for (const { id, kind, drop } of damages) {
      if (kind === 'batch') remove.run(id);
      if (kind === 'segment') removeSegments(database, [id]);
      drop?.();
    }
    const project = keyOf(database, projectId);
    if (project === undefined) return true;
    database
      .prepare(`UPDATE project SET contents = ${actualContents}, texts = ${actualTexts} WHERE key = ?`)
      .run(project);
    changeDictionaries(database, project);
    return true;
  });
  return damages.map(pieceOf);
}

function findAll(database: VisitDatabase, projectId: string, onRead?: (views: number) => void): Found[] {
  const project = keyOf(database, projectId);
  const damages = project === undefined ? [] : find(database, project, onRead);
  const renamed = findRenamed(database, projectId);
  if (renamed === undefined) return damages;
  const drop = () => {
    // Its own name again, unless it has begun anew meanwhile.
    if (project === undefined) database.prepare('UPDATE project SET id = ? WHERE key = ?').run(projectId, renamed);
    else forgetProject(database, renamed);
  };
  return [{ id: 0, kind: 'list', day: undefined, piece: 'project', bytes: 0, views: 0, drop }, ...damages];
}

function pieceOf({ day, kind, piece, bytes, views }: Found): DamagedPiece {
  return { day, kind, piece, bytes, views };
}

function find(database: VisitDatabase, project: number, onRead: (views: number) => void = () => undefined): Found[] {
  const damages: Found[] = [];
  const check = (rows: Omit<Found, 'piece' | 'day'> & { day: number }, read: () => void) => {
    onRead(rows.views);
    readUnlessDamaged(read, ({ damage }) => {
      damages.push({ ...rows, day: dayText(rows.day), piece: damage.piece });
    });
  };
  const batches = database
    .prepare('SELECT id, day, rows AS views, length(data) AS bytes FROM batch WHERE project = ?')
    .all(project) as { id: number; day: number; views: number; bytes: number }[];
  for (const batch of batches) {
    check({ ...batch, kind: 'batch' }, () => {
      for (const stored of selectBatches(database, 'id = ?', batch.id)) viewsOfBatch(database, stored);
    });
  }
  const segments = database
    .prepare(
      `SELECT id, day, rows AS views, (SELECT coalesce(sum(length(data)), 0) FROM segment_column WHERE segment = segment.id) AS bytes
       FROM segment WHERE project = ?`,
    )
    .all(project) as { id: number; day: number; views: number; bytes: number }[];
  for (const segment of segments) {
    check({ ...segment, kind: 'segment' }, () => {
      // What another process has merged meanwhile was read whole by it.
      readUnlessRemoved(database, segment.id, () => {
        checkSegment(database, segment.id);
      });
    });
    damages.push(...findFilter(database, segment));
  }
  for (const refuse of [refuseMissing, refuseMissingTexts]) {
    readUnlessDamaged(
      () => {
        refuse(database, project);
      },
      ({ damage }) => {
        damages.push({ id: 0, kind: 'list', day: undefined, piece: damage.piece, bytes: 0, views: 0 });
      },
    );
  }
  // What may be of any day comes last.
  return [
    ...damages,
    ...findTexts(database, project),
    ...findDrops(database, project),
    ...findRefused(database, project),
    ...findOtherDamage(database, project).map((damage) => ({ ...damage, id: 0, day: undefined, bytes: 0, views: 0 })),
  ].sort((a, b) => ((a.day ?? '~') < (b.day ?? '~') ? -1 : 1));
}

/** Nothing is lost with it: once it is removed it is made again. */
function findFilter(database: VisitDatabase, { id, day }: { id: number; day: number }): Found[] {
  const damages: Found[] = [];
  readUnlessDamaged(
    () => readUnlessRemoved(database, id, () => readFilter(database, id)),
    ({ damage: { piece } }) => {
      const of = 'FROM segment_column WHERE segment = ? AND name = ?';
      const bytes = database.prepare(`SELECT length(data) ${of}`).pluck().get(id, filterName) as number;
      const drop = () => database.prepare(`DELETE ${of}`).run(id, filterName);
      damages.push({ id: 0, kind: 'filter', day: dayText(day), piece, bytes, views: 0, drop });
    },
  );
  return damages;
}

/** A text that is lost gets a name that says so. */
function findTexts(database: VisitDatabase, project: number): Found[] {
  const damages: Found[] = [];
  const texts = database.prepare('SELECT kind, number, text, checksum FROM term WHERE project = ?').all(project);
  for (const stored of texts as StoredText[]) {
    const { kind, number, text } = stored;
    readUnlessDamaged(
      () => wholeText(database, project, stored),
      ({ damage: { piece } }) => {
        const drop = () => {
          const name = lostText(kind, piece);
          const checksum = checksumOfRow(project, kind, number, name);
          database
            .prepare('UPDATE term SET text = ?, checksum = ? WHERE project = ? AND kind = ? AND number = ?')
            .run(name, checksum, project, kind, number);
        };
        damages.push({ id: 0, kind: 'text', day: undefined, piece, bytes: Buffer.byteLength(text), views: 0, drop });
      },
    );
  }
  return damages;
}

function lostText(kind: number, piece: string): string {
  const name = `(lost ${piece})`;
  if (kind === termKinds.client) return clientText({ userAgent: name, accept: undefined });
  if (kind !== termKinds.agent) return name;
  const unknown = { operator: undefined, verdict: 'unclaimed', evidence: undefined } as const;
  return classificationText({ category: 'other_bot', product: name, ...unknown });
}

function findDrops(database: VisitDatabase, project: number): Found[] {
  const damages: Found[] = [];
  const rows = database.prepare('SELECT day, reason, count, checksum FROM dropped WHERE project = ?').all(project);
  for (const row of rows as StoredDrops[]) {
    const { day, reason } = row;
    readUnlessDamaged(
      () => {
        requireWholeDrops(database, project, row);
      },
      ({ damage: { piece } }) => {
        const drop = () =>
          database
            .prepare('DELETE FROM dropped WHERE project = ? AND day = ? AND reason = ?')
            .run(project, day, reason);
        damages.push({ id: 0, kind: 'drops', day, piece, bytes: 0, views: 0, drop });
      },
    );
  }
  return damages;
}

/** Without them an event that comes again counts again. */
function findRefused(database: VisitDatabase, project: number): Found[] {
  return damagedRefusals(database, project).map(({ id, day, bytes }) => {
    const drop = () => database.prepare('DELETE FROM refused WHERE id = ?').run(id);
    return { id: 0, kind: 'drops', day: dayText(day), piece: 'refused events', bytes, views: 0, drop };
  });
}

function keyOf(database: VisitDatabase, projectId: string): number | undefined {
  return database.prepare('SELECT key FROM project WHERE id = ?').pluck().get(projectId) as number | undefined;
}
