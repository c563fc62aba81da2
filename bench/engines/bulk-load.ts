import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openVisitDatabase } from '../../src/analytics/visits/embedded/database.ts';
import {
  Dictionaries,
  prepareDictionaryStatements,
  termKinds,
} from '../../src/analytics/visits/embedded/dictionaries.ts';
import { replace } from '../../src/analytics/visits/embedded/sealer.ts';
import { encodeSegment, insertSegment } from '../../src/analytics/visits/embedded/segment.ts';
import { allocateColumns, millisecondsPerDay } from '../../src/analytics/visits/embedded/view-columns.ts';
import { trafficCategories } from '../../src/analytics/visits/view.ts';
import type { Traffic } from '../generate-views.ts';
import { generatedCategories, pagePath, visitorBytes } from '../generate-views.ts';

/** Writes sealed days directly, for sizes that would take long through `append`; the file is the same. */
export function bulkLoad(directory: string, traffic: Traffic): void {
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
  database.close();

  function loadDay(first: number, end: number, day: number): void {
    replace(database, () => {
      database.prepare("INSERT OR IGNORE INTO project (id) VALUES ('bench')").run();
      const views = allocateColumns(end - first);
      for (let row = 0; row < views.length; row += 1) {
        const index = first + row;
        const category = generatedCategories[traffic.categories[index] ?? 0] ?? 'human';
        views.path[row] = dictionaries.term(termKinds.path, pagePath(traffic.pages[index] ?? 0));
        const id = visitorBytes(traffic.visitors[index] ?? 0);
        views.visitor[row] = dictionaries.visitor(new Uint32Array(id.buffer), 0);
        views.time[row] = (traffic.timestamps[index] ?? 0) - day * millisecondsPerDay;
        const text = [category, '', '', 'unclaimed', ''].join('\u001f');
        views.agent[row] = dictionaries.term(termKinds.agent, text) * 32 + trafficCategories.indexOf(category);
        views.client[row] = dictionaries.term(termKinds.client, `Mozilla/5.0\u001f`);
      }
      dictionaries.saveCounters();
      insertSegment(database, 1, day, encodeSegment(views), views.length);
      return true;
    });
  }
}

function dayAt(traffic: Traffic, index: number): number {
  return Math.floor((traffic.timestamps[index] ?? 0) / millisecondsPerDay);
}
