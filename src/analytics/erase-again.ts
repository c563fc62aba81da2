import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Erasures, ErasedThing } from './erasures.ts';
import type { DeleteOutcome, VisitStore } from './visits/visit-store.ts';

/** Marks that are made before others get a turn. */
const marksPerTurn = 5_000;

/**
 * Deletes all views of what was ever erased, after a backup brought them back; also those of a visitor who came again since.
 */
export type EraseAgain = (projectId: string) => Promise<DeleteOutcome>;

export function createEraseAgain({
  store,
  erasures,
}: {
  store: Pick<VisitStore, 'names' | 'deleteVisitor' | 'deletePath'>;
  erasures: Pick<Erasures, 'matcher'>;
}): EraseAgain {
  return async (projectId) => {
    const isErased = await erasures.matcher(projectId);
    if (isErased === undefined) return { views: 0 };
    const { visitors, paths } = await store.names(projectId);
    const things: ErasedThing[] = [...visitors.map((visitor) => ({ visitor })), ...paths.map((path) => ({ path }))];
    let views = 0;
    for (const [index, thing] of things.entries()) {
      if (index % marksPerTurn === marksPerTurn - 1) await nextTurn();
      if (!isErased(thing)) continue;
      const deleted =
        'visitor' in thing
          ? await store.deleteVisitor(projectId, thing.visitor)
          : await store.deletePath(projectId, thing.path);
      views += deleted.views;
    }
    return { views };
  };
}
