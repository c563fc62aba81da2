import { dropMark, keepMark, knownMark } from '../db/belongings.ts';
import { isTaken } from '../db/is-taken.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { compareVisits } from './compare-visits.ts';
import { copyTables, countRows, isUnused, type RowCounts } from './copy-tables.ts';
import { copyProject, copyVisits, type MovableVisits } from './copy-visits.ts';
import { MoveTargetNotEmpty, MovedDiffers } from './errors.ts';

export interface MovableDatabase {
  readonly db: DatabaseConnection;
  /** For people. */
  readonly place: string;
  /** Begins a transaction that sees one moment and keeps nobody from writing. */
  readonly begin: string;
}

export interface MoveProgress {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly unit: 'rows' | 'views';
}

export interface MovedData {
  /** Of every table of the main database; none where it does not move. */
  readonly rows: RowCounts;
  /** By project, those of missing pages apart. */
  readonly views: Readonly<Record<string, number>>;
}

/** What moves, each from one place to another. */
export interface Move {
  readonly main: { readonly from: MovableDatabase; readonly to: MovableDatabase } | undefined;
  readonly visits: { readonly from: MovableVisits; readonly to: MovableVisits; readonly place: string } | undefined;
  /** Of the main database that the data belongs to now. */
  readonly known: DatabaseConnection;
}

/**
 * Copies what is not there yet. With `isFinal`, which needs everybody stopped, it then proves that both are the same, and lets the
 * new place be used. Throws MoveTargetNotEmpty, MovedDiffers.
 */
export async function moveData(
  { main, visits, known: metadata }: Move,
  { isFinal, onProgress }: { isFinal: boolean; onProgress: (progress: MoveProgress) => void },
): Promise<MovedData> {
  const source = (await knownMark(metadata, 'master key')) ?? 'unknown';
  if (main !== undefined) await claimDatabase(main.to, source);
  if (visits !== undefined) await claimVisits(metadata, visits);
  if (visits !== undefined) {
    await copyVisits({
      ...visits,
      onProgress: (progress) => {
        onProgress({ label: 'copying visits', unit: 'views', ...progress });
      },
    });
  }
  if (main !== undefined) await copyMain(main, onProgress);
  const rows = main === undefined ? {} : await countRows(main.to.db);
  if (!isFinal) return { rows, views: await countViews(visits?.to) };
  if (main !== undefined) await proveSameRows(main.from.db, rows);
  if (visits !== undefined) await proveSameVisits(visits, onProgress);
  if (main !== undefined) await handOver(main, { key: source, areVisitsMoved: visits !== undefined });
  await dropMark(metadata, 'visits copied to');
  return { rows, views: await countViews(visits?.to) };
}

async function claimDatabase({ db, place }: MovableDatabase, source: string): Promise<void> {
  const copied = await knownMark(db, 'copied from');
  if (copied === source) return;
  if (copied !== undefined || !(await isUnused(db))) throw new MoveTargetNotEmpty(place);
  await keepMark(db, 'copied from', source);
}

/** Which visits are a copy of these is noted here, since a store of visits has no place for it. */
async function claimVisits(
  metadata: DatabaseConnection,
  { to, place }: { to: MovableVisits; place: string },
): Promise<void> {
  if ((await knownMark(metadata, 'visits copied to')) === place) return;
  if ((await to.stored.projects()).length > 0) throw new MoveTargetNotEmpty(place);
  await keepMark(metadata, 'visits copied to', place);
}

async function copyMain(
  { from, to }: { from: MovableDatabase; to: MovableDatabase },
  onProgress: (progress: MoveProgress) => void,
): Promise<void> {
  const copy = (): Promise<void> =>
    copyTables({
      from: from.db,
      to: to.db,
      begin: from.begin,
      onProgress: ({ table, ...progress }) => {
        onProgress({ label: `copying ${table}`, unit: 'rows', ...progress });
      },
    });
  try {
    await copy();
  } catch (error) {
    if (!isTaken(error)) throw error;
    // Names that two rows exchanged since the last time.
    for (const table of ['projects', 'members', 'invitations'] as const) await to.db.deleteFrom(table).execute();
    await copy();
  }
}

async function proveSameRows(from: DatabaseConnection, expectedCounts: RowCounts): Promise<void> {
  const differences = Object.entries(await countRows(from))
    .filter(([table, rows]) => expectedCounts[table] !== rows)
    .map(([table, rows]) => `${table} has ${rows} rows here, ${expectedCounts[table] ?? 0} there`);
  if (differences.length > 0) throw new MovedDiffers(differences);
}

async function proveSameVisits(
  visits: { from: MovableVisits; to: MovableVisits },
  onProgress: (progress: MoveProgress) => void,
): Promise<void> {
  const projects = await visits.from.stored.projects();
  for (const [index, projectId] of projects.entries()) {
    onProgress({ label: 'comparing visits of projects', done: index, total: projects.length, unit: 'views' });
    const days = await visits.from.stored.days(projectId);
    if ((await compareVisits(visits, projectId, days)).length === 0) continue;
    // What was changed in place since it was copied, such as who sent it.
    await visits.to.store.deleteProject(projectId);
    await copyProject({ ...visits, projectId, days });
    const differences = await compareVisits(visits, projectId, days);
    if (differences.length > 0) throw new MovedDiffers(differences);
  }
}

async function handOver(
  { from, to }: { from: MovableDatabase; to: MovableDatabase },
  { key, areVisitsMoved }: { key: string; areVisitsMoved: boolean },
): Promise<void> {
  await keepMark(to.db, 'master key', key);
  const visits = areVisitsMoved ? undefined : await knownMark(from.db, 'visits');
  if (visits !== undefined) await keepMark(to.db, 'visits', visits);
  await dropMark(to.db, 'copied from');
}

async function countViews(visits: MovableVisits | undefined): Promise<Record<string, number>> {
  const counts: [string, number][] = [];
  for (const projectId of (await visits?.stored.projects()) ?? []) {
    const days = (await visits?.stored.days(projectId)) ?? [];
    counts.push([projectId, days.reduce((sum, { views }) => sum + views, 0)]);
  }
  return Object.fromEntries(counts);
}
