import { duration } from '../../../../kernel/clock.ts';
import { defaultMapping, type Counts, type VerifyProgress, type VerifyReport } from '../../visit-store.ts';
import { dayName } from '../count/read-drops.ts';
import type { ClientValues } from '../count/client-values.ts';
import { countSeries } from '../count/series.ts';
import type { HeldAnswers } from '../count/held-answers.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { sql } from '../server/sql.ts';

const mostTold = 20;

interface CountedRow {
  readonly id: string;
  readonly visitor: string;
  readonly path: string;
  readonly category: string;
  readonly source: string;
  readonly event: string;
}

/** Views and visitors of some rows, by class. */
class Recount {
  readonly views = { human: 0, ai: 0, total: 0 };
  readonly #visitors = { human: new Set<string>(), ai: new Set<string>(), total: new Set<string>() };

  add(visitor: string, of: 'human' | 'ai'): void {
    for (const kind of [of, 'total'] as const) {
      this.views[kind] += 1;
      this.#visitors[kind].add(visitor);
    }
  }

  get visitors(): Counts {
    const { human, ai, total } = this.#visitors;
    return { human: human.size, ai: ai.size, total: total.size };
  }
}

/**
 * Reads the rows of every day as they are stored and counts them here, with sets and without the help of ClickHouse; compares
 * what it answers for the day and for every page of it.
 */
export async function verify(
  { server, clients, answers }: { server: ClickHouse; clients: ClientValues; answers: HeldAnswers },
  projectId: string,
  onProgress: (progress: VerifyProgress) => void = () => undefined,
): Promise<VerifyReport> {
  const days = await server.read<{ day: number; rows: number }>(
    sql`SELECT day, count() AS rows FROM view FINAL WHERE project_id = ${projectId} GROUP BY day ORDER BY day`,
  );
  const trackers = await server.read<{ day: number }>(
    sql`SELECT DISTINCT day FROM tracker_day WHERE project_id = ${projectId} ORDER BY day`,
  );
  const reported = new Set(trackers.map(({ day }) => day));
  const total = days.reduce((sum, { rows }) => sum + rows, 0);
  const differences: string[] = [];
  let compared = 0;
  let views = 0;
  const compare = (what: string, stored: Counts, answered: Counts | undefined) => {
    compared += 1;
    if (answered?.human === stored.human && answered.ai === stored.ai && answered.total === stored.total) return;
    differences.push(`${what}: stored are ${told(stored)}, answered are ${told(answered)}`);
  };
  for (const { day } of days) {
    const rows = await server.read<CountedRow>(
      sql`SELECT id, visitor, path, category, source, event FROM view WHERE project_id = ${projectId} AND day = ${day}`,
    );
    const stored = [...new Map(rows.map((row) => [row.id, row])).values()];
    views += stored.length;
    const ofDays = stored.filter(({ event }) => event === '');
    const isSeenByServer = ofDays.some(({ category, source }) => category === 'human' && source !== 'tracker');
    const isOfTracker = reported.has(day) && (day !== trackers[0]?.day || !isSeenByServer);
    const [ofDay, byPath] = [new Recount(), new Map<string, Recount>()];
    for (const { visitor, path, category, source } of ofDays) {
      const of = classOf(category);
      if (of === undefined || (category === 'human' && (source === 'tracker') !== isOfTracker)) continue;
      const ofPath = byPath.get(path) ?? new Recount();
      byPath.set(path, ofPath);
      ofDay.add(visitor, of);
      ofPath.add(visitor, of);
    }
    const range = { from: day * duration.day, to: (day + 1) * duration.day };
    const query = { projectId, range, mapping: defaultMapping };
    const [bucket] = await countSeries({ server, clients }, { ...query, interval: 'day' });
    compare(`views on ${dayName(day)}`, ofDay.views, bucket?.views);
    compare(`visitors on ${dayName(day)}`, ofDay.visitors, bucket?.visitors);
    const walk = await answers.walk({ ...query, measure: 'visitors', dimension: 'path', snapshot: undefined });
    const answered = new Map((await Array.fromAsync(walk.rows)).flat().map((row) => [row.value, row]));
    for (const path of new Set([...byPath.keys(), ...answered.keys()])) {
      compare(`visitors of ${path} on ${dayName(day)}`, byPath.get(path)?.visitors ?? none, answered.get(path));
    }
    onProgress({ done: views, total });
  }
  return { ok: differences.length === 0, views, compared, differences: differences.slice(0, mostTold) };
}

const none: Counts = { human: 0, ai: 0, total: 0 };
const [human, ai] = [new Set<string>(defaultMapping.human), new Set<string>(defaultMapping.ai)];

function classOf(category: string): 'human' | 'ai' | undefined {
  if (human.has(category)) return 'human';
  return ai.has(category) ? 'ai' : undefined;
}

function told(counts: Counts | undefined): string {
  return counts === undefined ? 'none' : `${counts.human} human, ${counts.ai} AI, ${counts.total} in all`;
}
