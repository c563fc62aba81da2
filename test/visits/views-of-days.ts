import { visitorId } from '../../src/analytics/visits/conformance/tested-project.ts';
import { trafficCategories, viewSources, type View } from '../../src/analytics/visits/view.ts';

/** What `stored/56070a0-people.sqlite.gz` holds: days of logs, the tracker's first beside them, and then of each alone and of both. */
const day = 86_400_000;
const start = Date.parse('2026-02-26T00:00:00Z');
const source = (of: number, index: number) => {
  // Logs alone, the first day of the tracker beside them, both, the tracker alone, nothing of the tracker.
  if (of < 2 || of === 9) return index % 2 === 0 ? 'drain' : 'log';
  return of === 6 ? 'tracker' : (viewSources[index % viewSources.length] ?? 'log');
};
export const viewsOfDay = (of: number, count: number): View[] =>
  Array.from({ length: count }, (_, index) => ({
    timestampMs: start + of * day + ((index * 7_919_000) % day),
    visitor: visitorId((index * 31 + of * 5) % 50),
    path: `/page/${(index * index + of) % 13}`,
    classification: {
      category: index % 3 === 0 ? (trafficCategories[(index / 3) % trafficCategories.length] ?? 'human') : 'human',
      product: index % 3 === 0 && index % 2 === 0 ? 'Claude Code' : undefined,
      operator: undefined,
      verdict: 'unclaimed',
      evidence: undefined,
    },
    client: { userAgent: `Client/${index % 4}`, accept: undefined },
    referrer: index % 5 === 0 ? 'example.org' : undefined,
    country: index % 4 === 0 ? 'DE' : undefined,
    source: source(of, index),
    eventId: `${of}-${index}`,
  }));
