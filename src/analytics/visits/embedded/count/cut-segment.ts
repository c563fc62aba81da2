import type { Part, Runs } from '../columns/part.ts';
import { siteGroup } from '../columns/part.ts';
import type { OwnGroups, OwnVisitors } from './share.ts';
import type { Window } from './window.ts';

export interface SegmentRows {
  readonly runs: Runs;
  /** Visitor and time of every row, in the order of the runs of pages. */
  readonly visitor: Uint32Array;
  readonly time: Uint32Array;
}

// A visitor comes as often as it viewed, which counting does not mind. The loops keep a row by moving on and drop it by
// overwriting it: whether a row lies in a window is hard to guess for a processor, and a mispredicted branch costs more
// than writing a row too much. `| 0` because whole numbers that come from arithmetic with infinity are kept as floats.

/** The pages of a segment within a window of its day. */
export function cutPages({ runs, visitor, time }: SegmentRows, window: Window, ownGroups: OwnGroups): Part {
  const [from, to] = [window.from | 0, window.to | 0];
  const part = new CutPart(runs.group.length, visitor.length);
  let end = 0;
  for (let run = 0; run < runs.group.length; run += 1) {
    const group = runs.group[run]!;
    if (group === siteGroup) continue;
    const begin = end;
    end += runs.views[run]!;
    if (ownGroups.has(group) === 0) continue;
    let { length } = part;
    for (let row = begin; row < end; row += 1) {
      part.visitors[length] = visitor[row]!;
      length += (~(time[row]! - from) & (time[row]! - to)) >>> 31;
    }
    part.endRun(group, runs.category[run]!, length);
  }
  return part.finish();
}

/** The site of a segment within a window of its day: one run per category. */
export function cutSite({ runs, visitor, time }: SegmentRows, window: Window, ownVisitors: OwnVisitors): Part {
  const [from, to] = [window.from | 0, window.to | 0];
  const categories = new Set(runs.category);
  const part = new CutPart(categories.size, visitor.length);
  for (const category of categories) {
    let { length } = part;
    let end = 0;
    for (let run = 0; run < runs.group.length; run += 1) {
      if (runs.group[run] === siteGroup) continue;
      const begin = end;
      end += runs.views[run]!;
      if (runs.category[run] !== category) continue;
      for (let row = begin; row < end; row += 1) {
        const number = visitor[row]!;
        part.visitors[length] = number;
        length += ((~(time[row]! - from) & (time[row]! - to)) >>> 31) & ownVisitors.has(siteGroup, number);
      }
    }
    part.endRun(siteGroup, category, length);
  }
  return part.finish();
}

/** A part under way. */
class CutPart {
  /** With room for one more than are kept. */
  readonly visitors: Uint32Array<ArrayBuffer>;
  /** Visitors so far. */
  length = 0;
  #runs = 0;
  readonly #group: Uint32Array<ArrayBuffer>;
  readonly #category: Uint32Array<ArrayBuffer>;
  readonly #start: Uint32Array<ArrayBuffer>;
  readonly #views: Uint32Array<ArrayBuffer>;

  constructor(runs: number, visitors: number) {
    this.visitors = new Uint32Array(visitors + 1);
    this.#group = new Uint32Array(runs);
    this.#category = new Uint32Array(runs);
    this.#start = new Uint32Array(runs + 1);
    this.#views = new Uint32Array(runs);
  }

  /** `length`: of all visitors, those of the run being the last. */
  endRun(group: number, category: number, length: number): void {
    this.#group[this.#runs] = group;
    this.#category[this.#runs] = category;
    this.#views[this.#runs] = length - this.length;
    this.#runs += 1;
    this.#start[this.#runs] = length;
    this.length = length;
  }

  finish(): Part {
    return {
      group: this.#group.subarray(0, this.#runs),
      category: this.#category.subarray(0, this.#runs),
      start: this.#start.subarray(0, this.#runs + 1),
      views: this.#views.subarray(0, this.#runs),
      visitors: this.visitors,
    };
  }
}
