import type { PackedPart, PartPacker } from './packed-part.ts';
import type { Runs } from './part.ts';
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

/** Packs the share of a whole segment; the site's views, which are no visitors, go to the first thread. */
export function takeShare(runs: Runs, visitors: Uint32Array, share: Share, packer: PartPacker): PackedPart {
  for (let run = 0; run < runs.group.length; run += 1) {
    const group = runs.group[run]!;
    const isSite = group === siteGroup;
    if (!isSite && !hasGroup(share, group)) continue;
    packer.begin(group, runs.category[run]!, isSite && share.index > 0 ? 0 : runs.views[run]!);
    const end = runs.start[run + 1]!;
    for (let at = runs.start[run]!; at < end; at += 1) {
      const visitor = visitors[at]!;
      if (!isSite || hasVisitor(share, visitor)) packer.add(visitor);
    }
  }
  return packer.finish();
}
