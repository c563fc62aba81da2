import { Gauge, type Registry } from 'prom-client';
import type { DatabaseConnection } from '../db/open-database.ts';
import { duration, type Clock } from '../kernel/clock.ts';

/** A week's mail is sent on the Monday after it, and tried until the next one is due. */
const looksBack = 14 * duration.day;

/** Adds a metric of unsent weekly mails. Every process reports the same number. */
export function addMailMetrics(registry: Registry, { db, clock }: { db: DatabaseConnection; clock: Clock }): void {
  const gauge = new Gauge({
    name: 'docwright_weekly_mails_unsent',
    help: 'Weekly mails of the last two weeks that were refused or may be lost. `docwright doctor` names the reason.',
    registers: [registry],
    collect: async () => {
      const row = await db
        .selectFrom('weekly_mails')
        .select((select) => select.fn.countAll<number | string>().as('mails'))
        .where('week', '>=', new Date(clock.now() - looksBack).toISOString().slice(0, 10))
        .where('sent_at', 'is', null)
        .where('fault', 'is not', null)
        .executeTakeFirst()
        .catch(() => undefined);
      if (row === undefined) gauge.reset();
      else gauge.set(Number(row.mails));
    },
  });
}
