import { trafficCategories } from '../../view.ts';
import type { ClassMapping } from '../../visit-store.ts';
import type { CountablePart, Tally } from './tally.ts';
import { aiBit, humanBit, ViewTally, VisitorTally } from './tally.ts';

/** Counts per group, groups ascending; every array as long as `group`. */
export interface GroupCounts {
  readonly group: Uint32Array<ArrayBuffer>;
  readonly human: Uint32Array<ArrayBuffer>;
  readonly ai: Uint32Array<ArrayBuffer>;
  readonly total: Uint32Array<ArrayBuffer>;
}

/** Distinct visitors per group over all parts. `visitorCount` is above every visitor number in the parts. */
export function countVisitors(
  parts: readonly CountablePart[],
  mapping: ClassMapping,
  visitorCount: number,
): GroupCounts {
  const tally = new VisitorTally(parts, visitorCount);
  const counts = countGroups(parts, mapping, tally);
  tally.end();
  return counts;
}

export function countViews(parts: readonly CountablePart[], mapping: ClassMapping): GroupCounts {
  return countGroups(parts, mapping, new ViewTally());
}

/** The class of each category by its index; 0 for those that are not counted. */
function classBits(mapping: ClassMapping): Uint8Array {
  return Uint8Array.from(trafficCategories, (category) => {
    if (mapping.human.includes(category)) return humanBit;
    return mapping.ai.includes(category) ? aiBit : 0;
  });
}

const end = 0xffff_ffff;

/** Walks all parts side by side, group after group. Groups whose total is 0 are left out. */
function countGroups(parts: readonly CountablePart[], mapping: ClassMapping, tally: Tally): GroupCounts {
  const bits = classBits(mapping);
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
        const bit = bits[categories[index]![run]!]!;
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
