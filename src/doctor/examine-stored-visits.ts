import type { VisitOutlook } from '../analytics/visits/visit-metrics.ts';
import { counted } from '../kernel/counted.ts';
import type { Outcome } from './examination.ts';

const mostNamed = 5;

/** Views that were acknowledged but are not counted. */
export function examineStoredVisits({
  setAside,
  knownDamage,
  waiting,
}: Pick<VisitOutlook, 'setAside' | 'knownDamage' | 'waiting'>): Outcome {
  const damage = knownDamage?.() ?? [];
  if (damage.length > 0) {
    const named = damage
      .slice(0, mostNamed)
      .map(
        ({ projectId = 'an unknown project', day = 'an unknown day', piece }) => `${piece} of ${projectId} on ${day}`,
      );
    const others = damage.length > mostNamed ? ` and ${damage.length - mostNamed} more` : '';
    return {
      state: 'error',
      message: `${counted(damage.length, 'piece')} of stored views differ from what was written: ${named.join(', ')}${others}. They are not counted.`,
      remedy:
        'Check memory and disk, then restore `visits.sqlite` from a backup, or remove the damage with `docwright analytics drop-damaged`.',
    };
  }
  const aside = setAside?.() ?? { views: 0, bytes: 0 };
  if (aside.bytes > 0) {
    return {
      state: 'error',
      message: `${counted(aside.views, 'view')} that waited for ClickHouse could not be written. They are tried again at each start, and after 15 minutes to a day.`,
      remedy:
        "The server's log names the reason for each file in `visits-waiting`. Correct it in ClickHouse, then restart the server.",
    };
  }
  const views = waiting?.().views ?? 0;
  return views > 0
    ? {
        state: 'warning',
        message: `${counted(views, 'view')} wait for ClickHouse.`,
        remedy: 'Check that ClickHouse responds. The views are written automatically.',
      }
    : { state: 'ok', message: 'No damage is known.', remedy: null };
}
