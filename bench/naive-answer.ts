import { duration } from '../src/kernel/clock.ts';
import type { Traffic } from './generate-views.ts';
import { pagePath } from './generate-views.ts';
import { originOf } from './view-origin.ts';
import type { Answer, AnswerRow, Question } from './visitor-question.ts';

const { hour } = duration;

/** The answer by one Set per value and class: what every engine is compared with. */
export function naiveAnswer(traffic: Traffic, question: Question): Answer {
  const { by, from, to, limit, offset } = question;
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

function keyOf(traffic: Traffic, index: number, by: Question['by']): number | string | undefined {
  if (by === 'path') return traffic.pages[index];
  const timestamp = traffic.timestamps[index] ?? 0;
  if (by === 'hour') return timestamp - (timestamp % hour);
  const origin = originOf(traffic.visitors[index] ?? 0, traffic.categories[index] ?? 0, index);
  return by === 'agent' ? origin.product : origin[by];
}

function passes(traffic: Traffic, index: number, { only = {} }: Question): boolean {
  return Object.entries(only).every(([of, wanted]) => {
    const key = keyOf(traffic, index, of as keyof typeof only);
    const value = typeof key === 'number' ? pagePath(key) : (key ?? '(none)');
    return wanted.endsWith('*') ? value.startsWith(wanted.slice(0, -1)) : value === wanted;
  });
}

function newGroup() {
  return { human: new Set<number>(), ai: new Set<number>(), views: 0 };
}

function sizes({ human, ai }: ReturnType<typeof newGroup>) {
  return { human: human.size, ai: ai.size, total: human.union(ai).size };
}
