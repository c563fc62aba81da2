import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { SecretBox } from '../kernel/secret-box.ts';

/** What somebody asked to have deleted: a visitor by their id, or a page. */
export type ErasedThing = { readonly visitor: Uint8Array } | { readonly path: string };

/** What of a view decides whether it was erased. */
export interface ScreenedView {
  readonly visitor: Uint8Array;
  readonly path: string;
  readonly timestampMs: number;
}

/** `undefined` for a project that there is not, or no longer; else tells of each view whether it was erased. */
export type ScreenViews = (
  projectId: string,
  views: readonly ScreenedView[],
) => Promise<((view: ScreenedView) => boolean) | undefined>;

/**
 * Remembers what was erased, so that no log, spool or backup brings it back. Of a visitor or a page it keeps an HMAC under
 * the key of the installation, from which neither can be read. Views that are newer than the erasure are none of it.
 */
export interface Erasures {
  /** To be called before anything is deleted: from then on nothing of it is kept. */
  note(projectId: string, things: readonly ErasedThing[]): Promise<void>;
  readonly screen: ScreenViews;
  /** Whether anything was ever erased of a project, and which things were. */
  matcher(projectId: string): Promise<((thing: ErasedThing) => boolean) | undefined>;
}

export function createErasures({
  db,
  secretBox,
  clock,
}: {
  db: DatabaseConnection;
  secretBox: SecretBox;
  clock: Clock;
}): Erasures {
  const markOf = (projectId: string, thing: ErasedThing): string =>
    secretBox.mark(
      'visitor' in thing ? `visitor ${Buffer.from(thing.visitor).toString('hex')}` : `path ${thing.path}`,
      `erased:${projectId}`,
    );
  /** Reads that have not begun, by project: whoever asks in the same turn of the event loop shares one. */
  const reads = new Map<string, { oldest: number; readonly erasedAt: ReturnType<typeof readErasures> }>();

  /** When each thing was erased, of those erased since then; undefined where there is no such project. */
  async function readErasures(projectId: string): Promise<ReadonlyMap<string, number> | undefined> {
    await nextTurn();
    const oldest = reads.get(projectId)?.oldest ?? 0;
    reads.delete(projectId);
    const rows = await db
      .selectFrom('projects')
      .leftJoin('erasures', (join) =>
        join
          .onRef('erasures.project_id', '=', 'projects.id')
          .on('erased_at', '>=', Math.floor(Math.min(oldest, Number.MAX_SAFE_INTEGER))),
      )
      .select(['mark', 'erased_at'])
      .where('projects.id', '=', projectId)
      .execute();
    if (rows.length === 0) return undefined;
    return new Map(rows.flatMap(({ mark, erased_at }) => (mark === null ? [] : [[mark, erased_at ?? 0]])));
  }

  return {
    async note(projectId, things) {
      const erased_at = clock.now();
      for (const thing of things) {
        await db
          .insertInto('erasures')
          .values({ project_id: projectId, mark: markOf(projectId, thing), erased_at })
          .onConflict((conflict) => conflict.columns(['project_id', 'mark']).doUpdateSet({ erased_at }))
          .execute();
      }
    },
    async screen(projectId, views) {
      const oldest = views.reduce((time, { timestampMs }) => Math.min(time, timestampMs), Infinity);
      const read = reads.get(projectId) ?? { oldest, erasedAt: readErasures(projectId) };
      read.oldest = Math.min(read.oldest, oldest);
      reads.set(projectId, read);
      // Nearly all views are newer than every erasure, so nearly always this is one row and no mark is made.
      const erasedAt = await read.erasedAt;
      if (erasedAt === undefined) return undefined;
      if (erasedAt.size === 0) return () => false;
      const isErased = (thing: ErasedThing, at: number) => at <= (erasedAt.get(markOf(projectId, thing)) ?? -Infinity);
      return ({ visitor, path, timestampMs }) => isErased({ visitor }, timestampMs) || isErased({ path }, timestampMs);
    },
    async matcher(projectId) {
      const rows = await db.selectFrom('erasures').select('mark').where('project_id', '=', projectId).execute();
      const marks = new Set(rows.map(({ mark }) => mark));
      return marks.size === 0 ? undefined : (thing) => marks.has(markOf(projectId, thing));
    },
  };
}
