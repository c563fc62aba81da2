import type { Traffic } from './generate-views.ts';
import { pagePath } from './generate-views.ts';
import type { Answer, Question } from './visitor-question.ts';

/** The answer by one Set per page and class: what every engine is compared with. */
export function naiveAnswer(traffic: Traffic, { from, to, limit, offset }: Question): Answer {
  const newSets = () => ({ human: new Set<number>(), ai: new Set<number>() });
  const site = newSets();
  const pages = new Map<number, ReturnType<typeof newSets>>();
  for (let index = 0; index < traffic.timestamps.length; index += 1) {
    const timestamp = traffic.timestamps[index] ?? 0;
    if (timestamp < from || timestamp >= to) continue;
    const kind = traffic.categories[index] === 0 ? 'human' : 'ai';
    const page = traffic.pages[index] ?? 0;
    const visitor = traffic.visitors[index] ?? 0;
    const sets = pages.get(page) ?? newSets();
    pages.set(page, sets);
    sets[kind].add(visitor);
    site[kind].add(visitor);
  }
  const sizes = ({ human, ai }: ReturnType<typeof newSets>) => ({
    human: human.size,
    ai: ai.size,
    total: human.union(ai).size,
  });
  const rows = [...pages].map(([page, sets]) => ({ value: pagePath(page), ...sizes(sets) }));
  rows.sort((a, b) => b.total - a.total || (a.value < b.value ? -1 : 1));
  return { totals: sizes(site), rows: rows.slice(offset, offset + limit) };
}
