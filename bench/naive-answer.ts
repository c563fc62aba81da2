import { duration } from '../src/kernel/clock.ts';
import type { Traffic } from './generate-views.ts';
import { pagePath } from './generate-views.ts';
import { originOf } from './view-origin.ts';
import type { Answer, AnswerRow, Question } from './visitor-question.ts';

const { hour } = duration;

/** The answer by one Set per value and class: what every engine is compared with. */
export function naiveAnswer(traffic: Traffic, question: Question): Answer {
  const { by, from, to, limit, offset } = question;
  if (by === 'goals' || by === 'funnel') return naiveReached(traffic, question);
  entries = by === 'entryPage' || question.only?.entryPage !== undefined ? entryPages(traffic, question) : undefined;
  const site = newGroup();
  const groups = new Map<number | string | undefined, ReturnType<typeof newGroup>>();
  for (let index = 0; index < traffic.timestamps.length; index += 1) {
    const timestamp = traffic.timestamps[index] ?? 0;
    if (timestamp < from || timestamp >= to) continue;
    if (!passes(traffic, index, question)) continue;
    const kind = traffic.categories[index] === 0 ? 'human' : 'ai';
    const visitor = traffic.visitors[index] ?? 0;
    const key = keyOf(traffic, index, by);
    const group = groups.get(key) ?? newGroup();
    groups.set(key, group);
    group[kind].add(visitor);
    group.views += 1;
    site[kind].add(visitor);
  }
  if (by === 'hour') {
    const hours = [...groups].toSorted(([a], [b]) => Number(a) - Number(b));
    return { rows: hours.map(([start, group]) => ({ value: String(start), ...sizes(group), views: group.views })) };
  }
  const rows = [...groups].map(([key, group]): AnswerRow => ({
    value: typeof key === 'number' ? pagePath(key) : (key ?? '(none)'),
    ...sizes(group),
  }));
  rows.sort((a, b) => b.total - a.total || (a.value < b.value ? -1 : 1));
  return { totals: sizes(site), rows: rows.slice(offset, offset + limit) };
}

/** Of the question that is answered, by view. */
let entries: Uint32Array | undefined;

/** Views are in the order of time; those of one moment in that of their paths. */
function entryPages({ timestamps, visitors, pages }: Traffic, { from, to }: Question): Uint32Array {
  const entry = new Uint32Array(pages.length);
  const ofVisitors = Map.groupBy(visitors.keys(), (index) => visitors[index] ?? 0);
  for (const of of ofVisitors.values()) {
    const sorted = of
      .filter((index) => (timestamps[index] ?? 0) >= from && (timestamps[index] ?? 0) < to)
      .sort(
        (a, b) =>
          (timestamps[a] ?? 0) - (timestamps[b] ?? 0) || (pagePath(pages[a] ?? 0) < pagePath(pages[b] ?? 0) ? -1 : 1),
      );
    let page = 0;
    let before = -Infinity;
    for (const index of sorted) {
      const at = timestamps[index] ?? 0;
      if (at - before >= duration.hour / 2) page = pages[index] ?? 0;
      before = at;
      entry[index] = page;
    }
  }
  return entry;
}

function naiveReached(traffic: Traffic, { by, from, to, steps = [] }: Question): Answer {
  const site = newGroup();
  const groups = steps.map(newGroup);
  const taken = new Map<string, number>();
  const prefixes = steps.map((step) => step.slice(0, -1));
  for (let index = 0; index < traffic.timestamps.length; index += 1) {
    const timestamp = traffic.timestamps[index] ?? 0;
    if (timestamp < from || timestamp >= to) continue;
    const kind = traffic.categories[index] === 0 ? 'human' : 'ai';
    const visitor = traffic.visitors[index] ?? 0;
    site[kind].add(visitor);
    const path = pagePath(traffic.pages[index] ?? 0);
    const key = `${kind} ${visitor}`;
    const next = taken.get(key) ?? 0;
    const reached = by === 'funnel' ? [next] : steps.keys();
    for (const step of reached) {
      if (!path.startsWith(prefixes[step] ?? '\0')) continue;
      groups[step]?.[kind].add(visitor);
      if (by === 'funnel') taken.set(key, next + 1);
    }
  }
  return { totals: sizes(site), rows: groups.map((group, step) => ({ value: steps[step] ?? '', ...sizes(group) })) };
}

function keyOf(traffic: Traffic, index: number, by: Question['by']): number | string | undefined {
  if (by === 'goals' || by === 'funnel') return undefined;
  if (by === 'path') return traffic.pages[index];
  if (by === 'entryPage') return entries?.[index];
  const timestamp = traffic.timestamps[index] ?? 0;
  if (by === 'hour') return timestamp - (timestamp % hour);
  const origin = originOf(traffic.visitors[index] ?? 0, traffic.categories[index] ?? 0, index);
  if (by === 'browser') return browserOfGenerated[traffic.categories[index] ?? 0];
  return by === 'agent' ? origin.product : origin[by];
}

/** By category: only people of the generated traffic have one. */
const browserOfGenerated: readonly (string | undefined)[] = ['Firefox'];

function passes(traffic: Traffic, index: number, { only = {}, not = {} }: Question): boolean {
  const fits = ([of, wanted]: [string, string]) => {
    if (of === 'category') return traffic.categories[index] === 0;
    const key = keyOf(traffic, index, of as Exclude<keyof typeof only, 'category'>);
    const value = typeof key === 'number' ? pagePath(key) : (key ?? '(none)');
    return wanted.endsWith('*') ? value.startsWith(wanted.slice(0, -1)) : value === wanted;
  };
  return Object.entries(only).every(fits) && !Object.entries(not).some(fits);
}

function newGroup() {
  return { human: new Set<number>(), ai: new Set<number>(), views: 0 };
}

function sizes({ human, ai }: ReturnType<typeof newGroup>) {
  return { human: human.size, ai: ai.size, total: human.union(ai).size };
}
