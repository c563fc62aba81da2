import { recordAudit } from '../audit-log/record-audit.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { DamagedPiece, VisitStore } from './visits/visit-store.ts';

/** What is damaged, piece by piece and in all, as far as it is known. */
export interface DamageReport {
  readonly batches: number;
  readonly segments: number;
  readonly bytes: number;
  readonly views: number;
  readonly pieces: readonly DamagedPiece[];
}

export interface DamagedViews {
  find(projectId: string): Promise<DamageReport>;
  /** Leaves out for good what is damaged, by the decision of whoever is named. Tells what it was. */
  drop(projectId: string, actor: string): Promise<DamageReport>;
}

export function createDamagedViews({
  store,
  db,
  clock,
}: {
  store: Pick<VisitStore, 'findDamage' | 'dropDamaged'>;
  db: DatabaseConnection;
  clock: Clock;
}): DamagedViews {
  const find = async (projectId: string) => reportOf(await store.findDamage(projectId));
  return {
    find,
    async drop(projectId, actor) {
      const { pieces, ...totals } = await find(projectId);
      if (pieces.length === 0) return { pieces, ...totals };
      // Views lie in a database of their own. Said before it is done: nothing is ever gone without having been said.
      const details = { ...totals, days: daysOf(pieces) };
      await db.transaction().execute(async (transaction) => {
        const action = 'visits.drop_damaged';
        await recordAudit(transaction, clock, { projectId, actor, action, target: projectId, details });
      });
      return reportOf(await store.dropDamaged(projectId));
    },
  };
}

function reportOf(pieces: readonly DamagedPiece[]): DamageReport {
  const count = (kind: DamagedPiece['kind']) => pieces.filter((piece) => piece.kind === kind).length;
  const sum = (of: 'bytes' | 'views') => pieces.reduce((total, piece) => total + piece[of], 0);
  return { batches: count('batch'), segments: count('segment'), bytes: sum('bytes'), views: sum('views'), pieces };
}

function daysOf(pieces: readonly DamagedPiece[]): string[] {
  return [...new Set(pieces.flatMap(({ day }) => (day === undefined ? [] : [day])))];
}
