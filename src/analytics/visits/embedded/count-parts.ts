import type { ClassMapping, Counts } from '../visit-store.ts';
import { trafficCategories } from '../view.ts';
import type { PackedPart } from './packed-part.ts';
import { longestRun, release, unpackRun } from './packed-part.ts';
import type { Part } from './part.ts';

/** Counts per group, groups ascending; every array as long as `group`. */
export interface GroupCounts {
  readonly group: Uint32Array<ArrayBuffer>;
  readonly human: Uint32Array<ArrayBuffer>;
  readonly ai: Uint32Array<ArrayBuffer>;
  readonly total: Uint32Array<ArrayBuffer>;
}

export type CountablePart = Part | PackedPart;

const notCounted = 0;
const human = 1;
const ai = 2;

/** The class of each category by its index. */
export function classesOf(mapping: ClassMapping): Uint8Array {
  return Uint8Array.from(trafficCategories, (category) => {
    if (mapping.human.includes(category)) return human;
    return mapping.ai.includes(category) ? ai : notCounted;
  });
}

/**
 * Distinct visitors per group over all parts. One stamp per visitor says whether the current group has seen it as
 * human, as AI or as both, so a group costs one pass over its runs and nothing is allocated or sorted; visitors ascend
 * within a run, so the stamps are walked in order. `visitorCount` is above every visitor number in the parts.
 */
export function countVisitors(parts: readonly CountablePart[], classes: Uint8Array, visitorCount: number): GroupCounts {
  const room = new Uint32Array(longestRun(parts.filter((part) => 'bytes' in part)));
  // Per group three stamps above all earlier ones: seen as human, as AI, as both.
  const stamps = new Uint16Array(visitorCount);
  let base = 1;
  const counts = countGroups(parts, classes, (humanRuns, aiRuns) => {
    if (base + 3 > 65_535) {
      stamps.fill(0);
      base = 1;
    }
    let humans = 0;
    for (let run = 0; run < humanRuns.length; run += 1) {
      humans += stampHumans(stamps, base, visitorsOf(humanRuns.list[run]!, room));
    }
    let agents = 0;
    let both = 0;
    for (let run = 0; run < aiRuns.length; run += 1) {
      const found = stampAgents(stamps, base, visitorsOf(aiRuns.list[run]!, room));
      agents += found % sharedFactor;
      both += Math.floor(found / sharedFactor);
    }
    base += 3;
    return { human: humans, ai: agents, total: humans + agents - both };
  });
  release(room);
  release(stamps);
  return counts;
}

export function countViews(parts: readonly CountablePart[], classes: Uint8Array): GroupCounts {
  const sum = (runs: RunList) => {
    let views = 0;
    for (let run = 0; run < runs.length; run += 1) views += runs.list[run]!.views;
    return views;
  };
  return countGroups(parts, classes, (humanRuns, aiRuns) => {
    const counts = { human: sum(humanRuns), ai: sum(aiRuns) };
    return { ...counts, total: counts.human + counts.ai };
  });
}

function stampHumans(stamps: Uint16Array, base: number, visitors: Uint32Array): number {
  const { length } = visitors;
  let humans = 0;
  for (let index = 0; index < length; index += 1) {
    const visitor = visitors[index]!;
    if (stamps[visitor]! < base) {
      stamps[visitor] = base;
      humans += 1;
    }
  }
  return humans;
}

const sharedFactor = 2 ** 26;

/** New AI visitors, plus `sharedFactor` for each of them that is in the human runs too: one number, no allocation. */
function stampAgents(stamps: Uint16Array, base: number, visitors: Uint32Array): number {
  const { length } = visitors;
  let agents = 0;
  let both = 0;
  for (let index = 0; index < length; index += 1) {
    const visitor = visitors[index]!;
    const stamp = stamps[visitor]!;
    if (stamp < base) {
      stamps[visitor] = base + 1;
      agents += 1;
    } else if (stamp === base) {
      stamps[visitor] = base + 2;
      agents += 1;
      both += 1;
    }
  }
  return agents + both * sharedFactor;
}

interface Run {
  part: CountablePart;
  run: number;
  views: number;
}

/** The visitors of a run; packed ones are unpacked into `room`, which the next call overwrites. */
function visitorsOf({ part, run }: Run, room: Uint32Array): Uint32Array {
  if ('visitors' in part) return part.visitors.subarray(part.start[run], part.start[run + 1]);
  return room.subarray(0, unpackRun(part, run, room));
}

/** A list that is filled anew for each group without allocating. */
class RunList {
  readonly list: Run[] = [];
  length = 0;

  add(part: CountablePart, run: number): void {
    let entry = this.list[this.length];
    if (!entry) this.list.push((entry = { part, run, views: 0 }));
    entry.part = part;
    entry.run = run;
    entry.views = part.views[run]!;
    this.length += 1;
  }
}

/** Walks all parts side by side, group after group. Groups whose total is 0 are left out. */
function countGroups(
  parts: readonly CountablePart[],
  classes: Uint8Array,
  count: (humanRuns: RunList, aiRuns: RunList) => Counts,
): GroupCounts {
  const cursors = new Uint32Array(parts.length);
  const found = { group: [] as number[], human: [] as number[], ai: [] as number[], total: [] as number[] };
  const humanRuns = new RunList();
  const aiRuns = new RunList();
  const end = 0xffff_ffff;
  let group = 0;
  while (group !== end) {
    humanRuns.length = 0;
    aiRuns.length = 0;
    let next = end;
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index]!;
      let run = cursors[index]!;
      while (run < part.group.length && part.group[run] === group) {
        const category = classes[part.category[run]!];
        if (category === human) humanRuns.add(part, run);
        else if (category === ai) aiRuns.add(part, run);
        run += 1;
      }
      cursors[index] = run;
      if (run < part.group.length && part.group[run]! < next) next = part.group[run]!;
    }
    if (humanRuns.length + aiRuns.length > 0) {
      const counts = count(humanRuns, aiRuns);
      found.group.push(group);
      found.human.push(counts.human);
      found.ai.push(counts.ai);
      found.total.push(counts.total);
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
