import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { classificationText, clientText } from '../../src/analytics/visits/embedded/columns/classification-text.ts';
import { categoryCode, isByTracker } from '../../src/analytics/visits/embedded/columns/category-codes.ts';
import { openVisitDatabase, type VisitDatabase } from '../../src/analytics/visits/embedded/columns/database.ts';
import { encodeSegment, insertSegment, sourceOf } from '../../src/analytics/visits/embedded/columns/segment.ts';
import { addTrackerDay } from '../../src/analytics/visits/embedded/columns/tracker-days.ts';
import { termKinds } from '../../src/analytics/visits/embedded/columns/term-kinds.ts';
import { allocateColumns, wordsOf } from '../../src/analytics/visits/embedded/columns/view-columns.ts';
import { defaultSealRules, sealDue } from '../../src/analytics/visits/embedded/upkeep/sealer.ts';
import { replace } from '../../src/analytics/visits/embedded/upkeep/replace.ts';
import { Dictionaries, prepareDictionaryStatements } from '../../src/analytics/visits/embedded/write/dictionaries.ts';
import { trafficCategories, viewSources } from '../../src/analytics/visits/view.ts';
import { duration } from '../../src/kernel/clock.ts';
import type { Traffic } from '../generate-views.ts';
import { viewAt } from '../generate-views.ts';

/**
 * Writes sealed days directly, for sizes that would take long through `append`, and does what upkeep does within the minutes after;
 * the file is the same but for event ids.
 */
export function bulkLoad(directory: string, traffic: Traffic, projectId = 'bench'): void {
  mkdirSync(directory, { recursive: true });
  const database = openVisitDatabase(join(directory, 'visits.sqlite'));
  const statements = prepareDictionaryStatements(database);
  const dictionaries = new Dictionaries(database, statements, 1);
  let from = 0;
  while (from < traffic.timestamps.length) {
    const day = dayAt(traffic, from);
    let to = from;
    while (to < traffic.timestamps.length && dayAt(traffic, to) === day) to += 1;
    loadDay(from, to, day);
    from = to;
  }
  settle(database);
  database.close();

  function loadDay(first: number, end: number, day: number): void {
    replace(database, () => {
      database.prepare('INSERT OR IGNORE INTO project (id) VALUES (?)').run(projectId);
      const views = allocateColumns(end - first);
      for (let row = 0; row < views.length; row += 1) {
        const view = viewAt(traffic, first + row);
        const { category } = view.classification;
        views.path[row] = dictionaries.term(termKinds.path, view.path);
        views.visitor[row] = dictionaries.visitor(wordsOf(Buffer.from(view.visitor)), 0);
        views.time[row] = view.timestampMs - day * duration.day;
        const agent = dictionaries.term(termKinds.agent, classificationText(view.classification));
        views.client[row] = dictionaries.term(termKinds.client, clientText(view.client));
        views.referrer[row] = dictionaries.term(termKinds.referrer, view.referrer ?? '');
        views.country[row] = dictionaries.term(termKinds.country, view.country ?? '');
        const source = viewSources.indexOf(view.source);
        views.source[row] = source;
        views.agent[row] = agent * 32 + categoryCode(trafficCategories.indexOf(category), source);
      }
      dictionaries.saveCounters();
      if (views.source.some(isByTracker)) addTrackerDay(database, 1, day);
      insertSegment(database, 1, day, encodeSegment(sourceOf(views)), views.length);
      return true;
    });
  }
}

/** Upkeep ends each pass after about a second. */
function settle(database: VisitDatabase): void {
  const changes = database.prepare('SELECT total_changes()').pluck();
  for (let before = -1; before !== changes.get();) {
    before = changes.get() as number;
    sealDue(database, defaultSealRules, 0);
  }
}

function dayAt(traffic: Traffic, index: number): number {
  return Math.floor((traffic.timestamps[index] ?? 0) / duration.day);
}
