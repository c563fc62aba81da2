import type { Counts, RowOrder } from '../../visit-store.ts';
import { siteGroup } from '../columns/part.ts';
import { sortOrder } from '../columns/sort-order.ts';
import type { GroupCounts } from './group-counts.ts';

/** A whole answer: the site, and the rows in their final order. */
export interface SortedCounts {
  readonly totals: Counts;
  readonly rows: GroupCounts;
}

const highest = 0xffff_ffff;

/** Adds up what the threads have counted; groups ascend. */
export function addShares(shares: readonly GroupCounts[]): GroupCounts {
  const [first, ...laterShares] = shares;
  if (!first) throw new Error('there is always one thread');
  return laterShares.reduce(addTwo, first);
}

function addTwo(a: GroupCounts, b: GroupCounts): GroupCounts {
  const sum = allocate(a.group.length + b.group.length);
  let length = 0;
  for (let [indexA, indexB] = [0, 0]; indexA < a.group.length || indexB < b.group.length; length += 1) {
    const group = Math.min(a.group[indexA] ?? highest, b.group[indexB] ?? highest);
    sum.group[length] = group;
    if (a.group[indexA] === group) {
      addRow(sum, length, a, indexA);
      indexA += 1;
    }
    if (b.group[indexB] === group) {
      addRow(sum, length, b, indexB);
      indexB += 1;
    }
  }
  return {
    group: sum.group.slice(0, length),
    human: sum.human.slice(0, length),
    ai: sum.ai.slice(0, length),
    total: sum.total.slice(0, length),
  };
}

function addRow(sum: GroupCounts, row: number, from: GroupCounts, index: number): void {
  sum.human[row]! += from.human[index]!;
  sum.ai[row]! += from.ai[index]!;
  sum.total[row]! += from.total[index]!;
}

function allocate(length: number): GroupCounts {
  const make = () => new Uint32Array(length);
  return { group: make(), human: make(), ai: make(), total: make() };
}

/** Counts descending, then rank ascending, or by rank alone; groups whose rank is 0 have no text any more and are left out. */
export function sortCounts(counts: GroupCounts, ranks: Uint32Array, by: RowOrder = 'total'): SortedCounts {
  const { group, human, ai, total } = counts;
  const hasSite = group[0] === siteGroup;
  const totals = hasSite ? { human: human[0]!, ai: ai[0]!, total: total[0]! } : { human: 0, ai: 0, total: 0 };
  const rank = group.map((number) => (number === siteGroup ? 0 : (ranks[number] ?? 0)));
  const keys = by === 'value' ? [rank] : [rank, counts[by].map((count) => highest - count)];
  const order = sortOrder(group.length, keys).filter((row) => rank[row]! > 0 && total[row]! > 0);
  const pick = (from: Uint32Array) => order.map((row) => from[row]!);
  return { totals, rows: { group: pick(group), human: pick(human), ai: pick(ai), total: pick(total) } };
}
