import type { SourceOfDay } from '../columns/category-codes.ts';

export interface SealedSegment {
  readonly id: number;
  readonly day: number;
  readonly rows: number;
}

/** Segments that are counted as one part. */
export type Block = readonly [SealedSegment, ...SealedSegment[]];

/**
 * Days of a block, the larger first. Blocks begin at multiples of their length, so that ranges share them. The shortest are never
 * stored: they are made in no time, and what is left beside the others is counted in half as many runs.
 */
export const blockDays = [32, 8, 2] as const;

/**
 * Puts whole days together into the largest blocks that lie within [first, last]; the rest stay single segments. The
 * newest days stay single too, since more views for them would have their block made again and again. Days on which people are
 * counted from another source are a block of their own.
 */
export function toBlocks(
  segments: readonly SealedSegment[],
  first: number,
  last: number,
  newestDay: number,
  sourceOfDay: SourceOfDay,
): Block[] {
  const settled = Math.min(last, newestDay - 2);
  const blockOf = ({ day }: SealedSegment): string => {
    for (const days of blockDays) {
      const start = Math.floor(day / days) * days;
      if (start >= first && start + days - 1 <= settled) return `${days}:${start}:${sourceOfDay(day)}`;
    }
    return '';
  };
  const { '': single = [], ...blocks } = Object.groupBy(segments, blockOf);
  const whole = Object.values(blocks).flatMap(([firstSegment, ...laterSegments] = []): Block[] =>
    firstSegment ? [[firstSegment, ...laterSegments]] : [],
  );
  return [...whole, ...single.map((segment): Block => [segment])];
}
