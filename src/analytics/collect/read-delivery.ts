import type { Hit } from '../hit.ts';
import { takeTurns, type Metered, type pause } from '../in-turns.ts';
import { TooManyEvents } from './errors.ts';

/** What one record of a delivery is: a hit, a fault, nothing of interest, or the end of a body that is broken. */
export type RecordReading =
  | { readonly hit: Hit; readonly rejected?: never; readonly broken?: never }
  | { readonly rejected: string; readonly hit?: never; readonly broken?: never }
  | { readonly broken: string; readonly hit?: never; readonly rejected?: never }
  | undefined;

/** What a delivery holds. */
export interface Delivery {
  readonly hits: readonly Hit[];
  /** Records that were refused, by their place in the body; they never stop their neighbours. */
  readonly rejected: readonly { readonly index: number; readonly message: string }[];
}

/** Reads record by record, and lets others have their turn in between. Throws TooManyEvents at the first record too many. */
export async function readDelivery(
  records: Iterable<RecordReading | typeof pause>,
  { limit, metered }: { limit: number; metered?: Metered | undefined },
): Promise<Delivery> {
  const hits: Hit[] = [];
  const rejected: { index: number; message: string }[] = [];
  let count = 0;
  let broken: string | undefined;
  const take = (record: RecordReading): void => {
    if (count === limit) throw new TooManyEvents(limit);
    if (record?.hit) hits.push(record.hit);
    else if (record?.rejected !== undefined) rejected.push({ index: count, message: record.rejected });
    else broken ??= record?.broken;
    count += 1;
  };
  await takeTurns(records, take, metered);
  if (broken !== undefined) return { hits: [], rejected: [{ index: 0, message: broken }] };
  return { hits, rejected };
}
