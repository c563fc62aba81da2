import type { SourceOfDay } from '../columns/category-codes.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { blockSlices, readSlice, type BlockListing, type StoredBlock } from '../columns/stored-blocks.ts';
import type { SealedSegment } from './blocks.ts';
import { arraysOfPacked, type PackedPart } from './packed-part.ts';
import { decodePart } from './part-slices.ts';
import type { Share } from './share.ts';

/** A stored block that is counted in place of its segments. */
export interface ChosenBlock {
  readonly block: StoredBlock;
  readonly segments: readonly [SealedSegment, ...SealedSegment[]];
}

/**
 * Those of the stored blocks whose segments are all among the given ones, of days on which the same source counts; the longest
 * first, and no segment twice. With what is left.
 */
export function chooseBlocks(
  blocks: readonly StoredBlock[],
  segments: readonly SealedSegment[],
  sourceOfDay: SourceOfDay,
): { chosen: ChosenBlock[]; rest: SealedSegment[] } {
  const uncovered = new Map(segments.map((segment) => [segment.id, segment]));
  const chosen = blocks.flatMap((block): ChosenBlock[] => {
    const all = block.segments.split('+').map((id) => uncovered.get(Number(id)));
    const [first, ...laterSegments] = all;
    if (!first || !laterSegments.every((segment) => segment !== undefined)) return [];
    const source = sourceOfDay(first.day);
    if (laterSegments.some(({ day }) => sourceOfDay(day) !== source)) return [];
    for (const { id } of [first, ...laterSegments]) uncovered.delete(id);
    return [{ block, segments: [first, ...laterSegments] }];
  });
  return { chosen, rest: [...uncovered.values()] };
}

/** What a thread counts of a block; undefined where that cannot be read, or was stored for other numbers of threads. */
export function readBlock(
  database: VisitDatabase,
  block: StoredBlock,
  listing: BlockListing,
  share: Share,
): PackedPart[] | undefined {
  if (blockSlices % share.of !== 0) return undefined;
  const parts: PackedPart[] = [];
  for (let slice = share.index; slice < blockSlices; slice += share.of) {
    const data = readSlice(database, block, listing, slice);
    if (!data) return undefined;
    parts.push(decodePart(data));
  }
  return parts;
}

export function arraysOfBlock(part: PackedPart | undefined): readonly ArrayBufferView[] {
  return part ? arraysOfPacked(part) : [];
}
