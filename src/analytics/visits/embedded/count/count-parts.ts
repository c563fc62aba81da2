import type { ClassMapping } from '../../visit-store.ts';
import { categoryCodes, categoryOfCode, isLeftOut, type DaySource } from '../columns/category-codes.ts';
import type { GroupCounts } from './group-counts.ts';
import { type CountablePart, MarkTally } from './mark-tally.ts';
import { aiBit, humanBit, type Tally, ViewTally } from './tally.ts';

/** A part, and as what the runs of each category count on its days. */
export interface ChosenPart {
  readonly part: CountablePart;
  /** By category: 0 for those that are not counted. */
  readonly bits: Uint8Array;
  /** Whether other questions use its memory. */
  readonly isReused?: boolean;
}

/** Distinct visitors per group over all parts. `visitorCount` is above every visitor number in the parts. */
export function countVisitors(parts: readonly ChosenPart[], visitorCount: number): GroupCounts {
  const tally = new MarkTally(
    parts.map(({ part }) => part),
    visitorCount,
  );
  return countGroups(parts, tally);
}

export function countViews(parts: readonly ChosenPart[]): GroupCounts {
  return countGroups(parts, new ViewTally(parts.map(({ part }) => part)));
}

export function bitsBySource(mapping: ClassMapping): Readonly<Record<DaySource, Uint8Array>> {
  const [tracker, server, all] = [
    classBits(mapping, 'tracker'),
    classBits(mapping, 'server'),
    classBits(mapping, 'both'),
  ];
  return { tracker, server, both: all };
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

/** Walks all parts side by side, group after group. */
function countGroups(chosen: readonly ChosenPart[], tally: Tally): GroupCounts {
  const parts = chosen.map(({ part }) => part);
  const bitsOf = chosen.map(({ bits }) => bits);
  const groups = parts.map((part) => part.group);
  const categories = parts.map((part) => part.category);
  const cursors = new Uint32Array(parts.length);
  for (let group = 0; group !== end;) {
    let next = end;
    for (let index = 0; index < parts.length; index += 1) {
      const groupOf = groups[index]!;
      let run = cursors[index]!;
      for (; groupOf[run] === group; run += 1) {
        const bit = bitsOf[index]![categories[index]![run]!]!;
        if (bit !== 0) tally.add(index, run, bit);
      }
      cursors[index] = run;
      if (run < groupOf.length && groupOf[run]! < next) next = groupOf[run]!;
    }
    tally.endGroup(group);
    group = next;
  }
  return tally.finish();
}
