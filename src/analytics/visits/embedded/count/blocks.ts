export interface SealedSegment {
  readonly id: number;
  readonly day: number;
  readonly rows: number;
}

/** Segments that are counted as one part. */
export type Block = readonly SealedSegment[];

/** Days of a block, the larger first. Blocks begin at multiples of their length, so that ranges share them. */
const blockDays = [32, 8];

/**
 * Puts whole days together into the largest blocks that lie within [first, last]; the rest stay single segments. The
 * newest days stay single too, since more views for them would have their block made again and again.
 */
export function toBlocks(segments: readonly SealedSegment[], first: number, last: number, newestDay: number): Block[] {
  const settled = Math.min(last, newestDay - 2);
  const blockOf = ({ day }: SealedSegment): string => {
    for (const days of blockDays) {
      const start = Math.floor(day / days) * days;
      if (start >= first && start + days - 1 <= settled) return `${days}:${start}`;
    }
    return '';
  };
  const { '': single = [], ...blocks } = Object.groupBy(segments, blockOf);
  return [...Object.values(blocks).filter((block) => block !== undefined), ...single.map((segment) => [segment])];
}
