import { blockSlices, type BlockListing } from '../columns/stored-blocks.ts';
import { bytesOf, wordsOf } from '../columns/view-columns.ts';
import type { PackedPart } from './packed-part.ts';
import { longestRun, PartPacker, unpackRun } from './packed-part.ts';
import { OwnGroups, OwnVisitors } from './share.ts';

/** A part in slices, as they are stored: see `blockSlices`. */
export function slicesOf(part: PackedPart, listing: BlockListing, visitorCount: number): PackedPart[] {
  const room = new Uint32Array(longestRun([part]));
  const sliceRows = new Uint32Array(room.length);
  return Array.from({ length: blockSlices }, (_, index) => {
    const packer = new PartPacker();
    const share = { index, of: blockSlices };
    const groups = new OwnGroups(share);
    const visitors = new OwnVisitors(share, visitorCount);
    for (let run = 0; run < part.group.length; run += 1) {
      const [group, category, views] = [part.group[run]!, part.category[run]!, part.views[run]!];
      if (listing === 'path' && groups.has(group) === 0) continue;
      const all = room.subarray(0, unpackRun(part, run, room));
      if (listing === 'path') {
        packer.add(group, category, views, all);
        continue;
      }
      let length = 0;
      for (const visitor of all) {
        sliceRows[length] = visitor;
        length += visitors.has(group, visitor);
      }
      // As in `siteListing`: the first counts the views. Of many groups most slices hold nobody.
      if (index === 0 || length > 0) packer.add(group, category, index > 0 ? 0 : views, sliceRows.subarray(0, length));
    }
    return packer.finish();
  });
}

/** Number of runs and bytes, then one array after another. */
export function encodePart({ group, category, views, start, offset, width, bytes }: PackedPart): Buffer {
  const padding = Buffer.alloc(-width.length & 3);
  return Buffer.concat([
    ...[Uint32Array.of(group.length, bytes.length), group, category, views, start, offset].map(bytesOf),
    width,
    padding,
    bytes,
  ]);
}

/** Over the same memory. */
export function decodePart(encoded: Buffer): PackedPart {
  const all = wordsOf(encoded);
  const [runs, length] = [all[0]!, all[1]!];
  let position = 2;
  const take = (words: number) => all.subarray(position, (position += words));
  const [group, category, views] = [take(runs), take(runs), take(runs)];
  const [start, offset] = [take(runs + 1), take(runs)];
  const width = take(Math.ceil(runs / 4));
  const words = take(length / 4);
  const { buffer, byteOffset } = words;
  return {
    group,
    category,
    views,
    start,
    offset,
    width: new Uint8Array(buffer, width.byteOffset, runs),
    bytes: new Uint8Array(buffer, byteOffset, length),
    halves: new Uint16Array(buffer, byteOffset, length / 2),
    words,
  };
}
