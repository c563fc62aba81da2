import { trafficCategories } from '../../view.ts';
import { parseClassification, parseContext } from '../columns/classification-text.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { termKinds } from '../columns/term-kinds.ts';
import { textsByNumber } from './row-filter.ts';

/** Names of events by the number of their context; undefined where that is of a view. */
export function eventNames(database: VisitDatabase, project: number): (string | undefined)[] {
  return textsByNumber(database, project, termKinds.context).map((text, number) =>
    text === undefined || number === 0 ? undefined : parseContext(text).event,
  );
}

/** The order of the names, by code point; views come first. */
export function ranksOfEvents(names: readonly (string | undefined)[]): Uint32Array {
  const sorted = [...new Set(names.filter((name) => name !== undefined))].sort((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  const ranks = new Map(sorted.map((name, index) => [name, index + 1]));
  return Uint32Array.from(names, (name) => (name === undefined ? 0 : (ranks.get(name) ?? 0)));
}

/** Index of the category by the number of the classification: the code of an event does not tell whose it is. */
export function categoriesOfAgents(database: VisitDatabase, project: number): Uint8Array {
  return Uint8Array.from(textsByNumber(database, project, termKinds.agent), (text, number) =>
    text === undefined || number === 0 ? 0 : trafficCategories.indexOf(parseClassification(text).category),
  );
}
