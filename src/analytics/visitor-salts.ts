import { randomBytes } from 'node:crypto';
import type { AnalyticsSettings } from '../contract/project.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { sealStored, visitorSaltContext } from '../db/sealed-texts.ts';
import type { Clock } from '../kernel/clock.ts';
import { duration } from '../kernel/clock.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { createVisitorKeyer, saltPeriod, type VisitorKeyer } from './visitor-id.ts';

/** Logs arrive up to a day late, some providers say more; after this the ids of a period cannot be linked any more. */
const keptAfterPeriod = 5 * duration.day;

/** Keeps the salts of visitor ids, encrypted at rest, and deletes those whose period is over. */
export interface VisitorSalts {
  /**
   * What keys the identities of those moments. The answer gives undefined for a moment whose salt is deleted, and must
   * not be asked about other moments. Salts are made when they are first needed.
   */
  keyersFor(
    project: { readonly id: string } & Pick<AnalyticsSettings, 'saltLife'>,
    timestamps: Iterable<number>,
  ): Promise<(timestampMs: number) => VisitorKeyer | undefined>;
  /** Whether the salt of that moment is deleted; asks nobody, and makes none. */
  isRetiredAt(saltLife: AnalyticsSettings['saltLife'], timestampMs: number): boolean;
  /** What keyed the project's visitors in every period whose salt still exists. */
  everyKeyer(projectId: string): Promise<readonly VisitorKeyer[]>;
  /** Deletes salts five days after the end of their period, as of `now`; returns how many. */
  deleteRetired(now: number): Promise<number>;
}

export function createVisitorSalts({
  db,
  secretBox,
  clock,
}: {
  db: DatabaseConnection;
  secretBox: SecretBox;
  clock: Clock;
}): VisitorSalts {
  /** By project and period. Salts never change, so what was read once stays true until the period retires. */
  const keyers = new Map<string, { readonly keyer: VisitorKeyer; readonly retiresAt: number }>();

  const load = async (projectId: string, period: string): Promise<VisitorKeyer | undefined> => {
    const name = `${projectId}:${period}`;
    const cached = keyers.get(name);
    if (cached !== undefined && clock.now() < cached.retiresAt) return cached.keyer;
    keyers.delete(name);
    if (isRetired(period, clock.now())) return undefined;
    const context = visitorSaltContext(projectId, period);
    // Two processes may make the salt at once: the first insert wins, and both read it back.
    await db.transaction().execute(async (transaction) => {
      const sealed = await sealStored(transaction, secretBox, randomBytes(32).toString('base64'), context);
      await transaction
        .insertInto('visitor_salts')
        .values({ project_id: projectId, period, sealed, created_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
    const { sealed } = await db
      .selectFrom('visitor_salts')
      .select('sealed')
      .where('project_id', '=', projectId)
      .where('period', '=', period)
      .executeTakeFirstOrThrow();
    const keyer = createVisitorKeyer(Buffer.from(secretBox.open(sealed, context), 'base64'));
    keyers.set(name, { keyer, retiresAt: retirementOf(period) });
    return keyer;
  };

  return {
    async keyersFor({ id, saltLife }, timestamps) {
      if (saltLife === 'stable') {
        const keyer = await load(id, 'stable');
        return () => keyer;
      }
      // By day, which no period is shorter than: naming the period of each moment takes as long as keying a visitor.
      const needed = new Map<number, VisitorKeyer | undefined>();
      for (const timestamp of timestamps) needed.set(dayOf(timestamp), undefined);
      for (const day of needed.keys()) needed.set(day, await load(id, saltPeriod(saltLife, day * duration.day)));
      return (timestamp) => needed.get(dayOf(timestamp));
    },

    isRetiredAt: (saltLife, timestampMs) =>
      saltLife !== 'stable' && isRetired(saltPeriod(saltLife, timestampMs), clock.now()),

    async everyKeyer(projectId) {
      const rows = await db
        .selectFrom('visitor_salts')
        .select('period')
        .where('project_id', '=', projectId)
        .orderBy('period')
        .execute();
      const keyers = await Promise.all(rows.map(({ period }) => load(projectId, period)));
      return keyers.filter((keyer) => keyer !== undefined);
    },

    async deleteRetired(now) {
      const rows = await db.selectFrom('visitor_salts').select(['project_id', 'period']).execute();
      const retired = rows.filter(({ period }) => isRetired(period, now));
      for (const { project_id, period } of retired) {
        keyers.delete(`${project_id}:${period}`);
        await db
          .deleteFrom('visitor_salts')
          .where('project_id', '=', project_id)
          .where('period', '=', period)
          .execute();
      }
      return retired.length;
    },
  };
}

function isRetired(period: string, now: number): boolean {
  return retirementOf(period) <= now;
}

function retirementOf(period: string): number {
  return period === 'stable' ? Infinity : periodEnd(period) + keptAfterPeriod;
}

function dayOf(timestampMs: number): number {
  return Math.floor(timestampMs / duration.day);
}

/** First moment after `2026-11` or `2026-11-21`. */
function periodEnd(period: string): number {
  const [year = 0, month = 1, day] = period.split('-').map(Number);
  return day === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, day + 1);
}
