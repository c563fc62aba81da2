import type { PackedPart, PartPacker } from './packed-part.ts';
import { longestRun, unpackRun } from './packed-part.ts';
import { VisitorSet } from './visitor-set.ts';

/**
 * One part that counts as all the given ones together: per group and category every visitor once. Costs about what
 * counting the parts once does, and pays wherever visitors come back.
 */
export function mergeParts(parts: readonly PackedPart[], visitorCount: number, packer: PartPacker): PackedPart {
  const distinct = new VisitorSet(visitorCount);
  const cursors = parts.map(() => 0);
  const room = new Uint32Array(longestRun(parts));
  for (let key = lowestKey(parts, cursors); key !== undefined; key = lowestKey(parts, cursors)) {
    let views = 0;
    parts.forEach((part, index) => {
      const run = cursors[index]!;
      if (keyOf(part, run) !== key) return;
      cursors[index] = run + 1;
      views += part.views[run]!;
      distinct.add(room.subarray(0, unpackRun(part, run, room)));
    });
    packer.add(Math.floor(key / 32), key % 32, views, distinct.take());
  }
  return packer.finish();
}

function lowestKey(parts: readonly PackedPart[], cursors: readonly number[]): number | undefined {
  let lowest: number | undefined;
  for (let index = 0; index < parts.length; index += 1) {
    const key = keyOf(parts[index]!, cursors[index]!);
    if (key !== undefined && (lowest === undefined || key < lowest)) lowest = key;
  }
  return lowest;
}

/** Undefined past the last run. */
function keyOf(part: PackedPart, run: number): number | undefined {
  return run < part.group.length ? part.group[run]! * 32 + part.category[run]! : undefined;
}
