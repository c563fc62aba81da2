import type { Part, Runs } from './part.ts';
import { siteGroup } from './part.ts';
import type { Share } from './share.ts';
import { hasGroup, hasVisitor } from './share.ts';

export interface SegmentRows {
  readonly runs: Runs;
  /** Visitor and time of every row, in the order of the runs of pages. */
  readonly visitor: Uint32Array;
  readonly time: Uint32Array;
}

/**
 * The part of a segment within [from, to) milliseconds of its day: one pass over the rows, already sorted by page and
 * category. The site's visitors come once per page, which counting does not mind.
 */
export function cutSegment(rows: SegmentRows, from: number, to: number, share: Share): Part[] {
  const pages = new PartBuilder(rows.visitor.length);
  const site = new PartBuilder(rows.visitor.length);
  const { group, category, views } = rows.runs;
  let row = 0;
  for (let run = 0; run < group.length; run += 1) {
    if (group[run] === siteGroup) continue;
    const end = row + views[run]!;
    const isMine = hasGroup(share, group[run]!);
    pages.begin(group[run]!, category[run]!);
    site.begin(siteGroup, category[run]!);
    for (; row < end; row += 1) {
      const time = rows.time[row]!;
      if (time < from || time >= to) continue;
      const visitor = rows.visitor[row]!;
      if (isMine) pages.add(visitor);
      if (hasVisitor(share, visitor)) site.add(visitor);
    }
  }
  return [site.build(), pages.build()];
}

/** Collects runs one after another; a run without views leaves no trace. */
class PartBuilder {
  readonly #group: number[] = [];
  readonly #category: number[] = [];
  readonly #start: number[] = [];
  readonly #visitors: Uint32Array<ArrayBuffer>;
  #length = 0;

  constructor(maximum: number) {
    this.#visitors = new Uint32Array(maximum);
  }

  begin(group: number, category: number): void {
    if (this.#start.at(-1) === this.#length) {
      this.#group.pop();
      this.#category.pop();
      this.#start.pop();
    }
    this.#group.push(group);
    this.#category.push(category);
    this.#start.push(this.#length);
  }

  add(visitor: number): void {
    this.#visitors[this.#length] = visitor;
    this.#length += 1;
  }

  /** The visitors repeat as often as they viewed, so the views of a run are its length. */
  build(): Part {
    const start = Uint32Array.from([...this.#start, this.#length]);
    return {
      group: Uint32Array.from(this.#group),
      category: Uint32Array.from(this.#category),
      start,
      views: Uint32Array.from(this.#group, (_, run) => start[run + 1]! - start[run]!),
      visitors: this.#visitors.slice(0, this.#length),
    };
  }
}
