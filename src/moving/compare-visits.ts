import { duration } from '../kernel/clock.ts';
import { defaultMapping, trafficCategories, type ClassMapping, type StoredDay } from '../analytics/analytics.ts';
import type { MovableVisits } from './copy-visits.ts';

/** Everybody as people, whoever saw them; and as they are usually counted. */
const mappings: readonly ClassMapping[] = [{ human: trafficCategories, ai: [], humanSource: 'both' }, defaultMapping];
/** Of one question; fewer than a series may have. */
const daysPerQuestion = 10_000;
const mostTold = 20;

/**
 * Asks both stores the same and tells where they answer differently: views and visitors of every day, and the counts of every page
 * and every agent. Empty where they agree.
 */
export async function compareVisits(
  { from, to }: { from: MovableVisits; to: MovableVisits },
  projectId: string,
  days: readonly StoredDay[],
): Promise<string[]> {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  const differences: string[] = [];
  const compare = async (ask: (of: MovableVisits) => Promise<Map<string, string>>): Promise<void> => {
    const [expected, actual] = await Promise.all([ask(from), ask(to)]);
    for (const key of new Set([...expected.keys(), ...actual.keys()])) {
      const [expectedValue, got] = [expected.get(key) ?? 'nothing', actual.get(key) ?? 'nothing'];
      if (expectedValue !== got) differences.push(`${projectId}, ${key}: ${expectedValue} here, ${got} there`);
    }
  };
  for (const mapping of mappings) {
    for (let day = first; day <= last; day += daysPerQuestion) {
      const range = { from: day * duration.day, to: Math.min(last + 1, day + daysPerQuestion) * duration.day };
      const query = { projectId, range, mapping };
      await compare(async ({ store }) => {
        const buckets = await store.timeseries({ ...query, interval: 'day' });
        return new Map(
          buckets.map(({ startMs, ...counts }) => [
            new Date(startMs).toISOString().slice(0, 10),
            JSON.stringify(counts),
          ]),
        );
      });
      for (const dimension of ['path', 'agent'] as const) {
        await compare(async ({ store }) => {
          const { rows } = await store.walk({ ...query, measure: 'visitors', dimension, snapshot: undefined });
          const all = (await Array.fromAsync(rows)).flat();
          return new Map(all.map(({ value, ...counts }) => [`${dimension} ${value}`, JSON.stringify(counts)]));
        });
      }
    }
  }
  return differences.slice(0, mostTold);
}
