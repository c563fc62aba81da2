import type { Part, Runs } from './part.ts';
import { siteGroup } from './part.ts';

/**
 * What one of several counting threads counts: pages (groups) by number, and of the whole site a part of the
 * visitors, in blocks of 4,096, so that each visitor is counted by exactly one thread whatever part it stands in.
 */
export interface Share {
  readonly index: number;
  readonly of: number;
}

export function hasGroup(share: Share, group: number): boolean {
  return group % share.of === share.index;
}

export function hasVisitor(share: Share, visitor: number): boolean {
  return (visitor >>> 12) % share.of === share.index;
}

/** Copies the share out of a whole segment; the site's views, which are no visitors, go to the first thread. */
export function takeShare(runs: Runs, visitors: Uint32Array, share: Share): Part {
  const kept: number[] = [];
  let size = 0;
  for (let run = 0; run < runs.group.length; run += 1) {
    const group = runs.group[run]!;
    if (group !== siteGroup && !hasGroup(share, group)) continue;
    kept.push(run);
    size += runs.start[run + 1]! - runs.start[run]!;
  }
  const taken = new Uint32Array(size);
  const start = new Uint32Array(kept.length + 1);
  const views = new Uint32Array(kept.length);
  let length = 0;
  kept.forEach((run, index) => {
    start[index] = length;
    const from = runs.start[run]!;
    const to = runs.start[run + 1]!;
    if (runs.group[run] === siteGroup) {
      views[index] = share.index === 0 ? runs.views[run]! : 0;
      for (let at = from; at < to; at += 1) {
        if (!hasVisitor(share, visitors[at]!)) continue;
        taken[length] = visitors[at]!;
        length += 1;
      }
    } else {
      views[index] = runs.views[run]!;
      taken.set(visitors.subarray(from, to), length);
      length += to - from;
    }
  });
  start[kept.length] = length;
  return {
    group: Uint32Array.from(kept, (run) => runs.group[run]!),
    category: Uint32Array.from(kept, (run) => runs.category[run]!),
    start,
    views,
    visitors: length === size ? taken : taken.slice(0, length),
  };
}
