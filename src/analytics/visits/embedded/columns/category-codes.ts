import type { HumanSource } from '../../visit-store.ts';
import { trafficCategories, viewSources, type TrafficCategory } from '../../view.ts';
import { categoryOf } from './view-columns.ts';

/** How many codes there can be: they have five bits. */
export const categoryCodes = 32;
/**
 * The code of a category is its index, but people have two codes, by who saw them: what is counted can then be chosen for each
 * day without looking at single views.
 */
export const humanCodes = { tracker: 30, server: 31 } as const;
/** Of what is no view but a named event, whoever it is by: no mapping counts it. */
export const eventCode = 28;
/** What people had before they had two: the index of their category. */
export const oldHumanCode = trafficCategories.indexOf('human');
const tracker = viewSources.indexOf('tracker');

/** Whose views of people count on a day. */
export type DaySource = Exclude<HumanSource, 'automatic'>;
/** By the number of the UTC day. */
export type SourceOfDay = (day: number) => DaySource;

/** `category` and `source` are indices in `trafficCategories` and `viewSources`. */
export function categoryCode(category: number, source: number): number {
  if (category !== oldHumanCode) return category;
  return source === tracker ? humanCodes.tracker : humanCodes.server;
}

/** Whether it is of people, as the other one saw them than who counts on the day. */
export function isLeftOut(code: number, counting: DaySource): boolean {
  if (counting === 'both') return false;
  return code === (counting === 'tracker' ? humanCodes.server : humanCodes.tracker);
}

export function isByTracker(source: number): boolean {
  return source === tracker;
}

/** Undefined for a code that is not given out. */
export function categoryOfCode(code: number): TrafficCategory | undefined {
  return code === humanCodes.tracker || code === humanCodes.server ? 'human' : trafficCategories[code];
}

/** Gives people the code of who saw them, in place, where a version before this one wrote the rows. */
export function splitPeople(agents: Uint32Array, readSources: () => Uint32Array): void {
  let sources: Uint32Array | undefined;
  for (let row = 0; row < agents.length; row += 1) {
    const agent = agents[row]!;
    if (categoryOf(agent) !== oldHumanCode) continue;
    sources ??= readSources();
    agents[row] = agent + categoryCode(oldHumanCode, sources[row]!);
  }
}
