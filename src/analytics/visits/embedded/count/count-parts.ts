import type { ClassMapping } from '../../visit-store.ts';
import { categoryCodes, categoryOfCode, isLeftOut, type DaySource } from '../columns/category-codes.ts';
import type { CountablePart, Tally } from './tally.ts';
import { aiBit, humanBit, ViewTally, VisitorTally } from './tally.ts';

/** A part, and whose views of people count on its days. */
export interface ChosenPart {
  readonly part: CountablePart;
  readonly source: DaySource;
}

/** Counts per group, groups ascending; every array as long as `group`. */
export interface GroupCounts {
  readonly group: Uint32Array<ArrayBuffer>;
  readonly human: Uint32Array<ArrayBuffer>;
  readonly ai: Uint32Array<ArrayBuffer>;
  readonly total: Uint32Array<ArrayBuffer>;
}

/** Distinct visitors per group over all parts. `visitorCount` is above every visitor number in the parts. */
export function countVisitors(parts: readonly ChosenPart[], mapping: ClassMapping, visitorCount: number): GroupCounts {
  const tally = new VisitorTally(
    parts.map(({ part }) => part),
    visitorCount,
  );
  const counts = countGroups(parts, mapping, tally);
  tally.end();
  return counts;
}

export function countViews(parts: readonly ChosenPart[], mapping: ClassMapping): GroupCounts {
  return countGroups(parts, mapping, new ViewTally());
}

export function bitsBySource(mapping: ClassMapping): Readonly<Record<DaySource, Uint8Array>> {
  const [tracker, server, both] = [
    classBits(mapping, 'tracker'),
    classBits(mapping, 'server'),
    classBits(mapping, 'both'),
  ];
  return { tracker, server, both };
}

/** The class of each category by its code; 0 for those that are not counted. */
function classBits({ human, ai }: ClassMapping, source: DaySource): Uint8Array {
  return Uint8Array.from({ length: categoryCodes }, (_, code) => {
    const category = categoryOfCode(code);
    if (category === undefined || isLeftOut(code, source)) return 0;
    if (human.includes(category)) return humanBit;
    return ai.includes(category) ? aiBit : 0;
  });
}

const end = 0xffff_ffff;

/** Walks all parts side by side, group after group. Groups whose total is 0 are left out. */
function countGroups(chosen: readonly ChosenPart[], mapping: ClassMapping, tally: Tally): GroupCounts {
  const bits = bitsBySource(mapping);
  const parts = chosen.map(({ part }) => part);
  const bitsOf = chosen.map(({ source }) => bits[source]);
  const groups = parts.map((part) => part.group);
  const categories = parts.map((part) => part.category);
  const cursors = new Uint32Array(parts.length);
  const found = { group: [] as number[], human: [] as number[], ai: [] as number[], total: [] as number[] };
  for (let group = 0; group !== end;) {
    tally.begin();
    let next = end;
    for (let index = 0; index < parts.length; index += 1) {
      const groupOf = groups[index]!;
      let run = cursors[index]!;
      for (; groupOf[run] === group; run += 1) {
        const bit = bitsOf[index]![categories[index]![run]!]!;
        if (bit !== 0) tally.add(parts[index]!, run, bit);
      }
      cursors[index] = run;
      if (run < groupOf.length && groupOf[run]! < next) next = groupOf[run]!;
    }
    if (tally.total > 0) {
      found.group.push(group);
      found.human.push(tally.human);
      found.ai.push(tally.ai);
      found.total.push(tally.total);
    }
    group = next;
  }
  return {
    group: Uint32Array.from(found.group),
    human: Uint32Array.from(found.human),
    ai: Uint32Array.from(found.ai),
    total: Uint32Array.from(found.total),
  };
}
