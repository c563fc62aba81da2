import { release } from './release.ts';
import { sortOrder } from './sort-order.ts';
import { categoryOf } from './view-columns.ts';

/**
 * Views reduced to what counting needs: for every group (a page, or whatever is counted by) and category the distinct
 * visitor numbers, ascending, and how many views they made. Groups ascend, and within a group the categories.
 */
export interface Part {
  readonly group: Uint32Array<ArrayBuffer>;
  readonly category: Uint32Array<ArrayBuffer>;
  /** Where each run's visitors begin in `visitors`; one more entry than there are runs. */
  readonly start: Uint32Array<ArrayBuffer>;
  /** Number of views of each run. */
  readonly views: Uint32Array<ArrayBuffer>;
  readonly visitors: Uint32Array<ArrayBuffer>;
}

/** A part without its visitors; small, since there is one run per page and category. */
export type Runs = Omit<Part, 'visitors'>;

/** The group of all views of a project together; pages have numbers from 1. */
export const siteGroup = 0;

export interface GroupedViews {
  readonly length: number;
  readonly group: Uint32Array<ArrayBuffer>;
  readonly agent: Uint32Array<ArrayBuffer>;
  readonly visitor: Uint32Array<ArrayBuffer>;
}

export function partOfViews(views: GroupedViews): Part {
  const key = keysOf(views);
  const order = sortOrder(views.length, [views.visitor, key]);
  const part = partOfSorted(views.visitor, key, order);
  release(key, order);
  return part;
}

/** Group numbers must be below 2^27, for they share a sort key with the category. */
function keysOf({ length, group, agent }: GroupedViews): Uint32Array<ArrayBuffer> {
  const key = new Uint32Array(length);
  for (let index = 0; index < length; index += 1) key[index] = group[index]! * 32 + categoryOf(agent[index]!);
  return key;
}

/** The same runs under other groups, which must ascend from run to run. */
export function regroup<Kind extends Runs>(part: Kind, groupOf: (category: number) => number): Kind {
  return { ...part, group: part.category.map(groupOf) };
}

/** `order` sorts by `key` (group * 32 + category), then visitor. */
export function partOfSorted(
  visitor: Uint32Array<ArrayBuffer>,
  key: Uint32Array<ArrayBuffer>,
  order: Uint32Array<ArrayBuffer>,
): Part {
  const runs = { key: [] as number[], start: [] as number[], views: [] as number[] };
  const visitors = new Uint32Array(order.length);
  let length = 0;
  let runKey = -1;
  let last = -1;
  let runBegan = 0;
  for (let index = 0; index < order.length; index += 1) {
    const position = order[index]!;
    if (key[position] !== runKey) {
      if (runKey !== -1) runs.views.push(index - runBegan);
      runBegan = index;
      runKey = key[position]!;
      last = -1;
      runs.key.push(runKey);
      runs.start.push(length);
    }
    const number = visitor[position]!;
    if (number === last) continue;
    last = number;
    visitors[length] = number;
    length += 1;
  }
  if (runKey !== -1) runs.views.push(order.length - runBegan);
  runs.start.push(length);
  return {
    group: Uint32Array.from(runs.key, (runOf) => runOf >>> 5),
    category: Uint32Array.from(runs.key, (runOf) => runOf & 31),
    start: Uint32Array.from(runs.start),
    views: Uint32Array.from(runs.views),
    visitors: visitors.slice(0, length),
  };
}

/** The runs of both, `first` having the lower groups. */
export function joinParts(first: Part, second: Part): Part {
  const shift = first.visitors.length;
  return {
    group: joinWords(first.group, second.group),
    category: joinWords(first.category, second.category),
    start: joinWords(
      first.start.subarray(0, -1),
      second.start.map((start) => start + shift),
    ),
    views: joinWords(first.views, second.views),
    visitors: joinWords(first.visitors, second.visitors),
  };
}

function joinWords(first: Uint32Array, second: Uint32Array): Uint32Array<ArrayBuffer> {
  const joined = new Uint32Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
