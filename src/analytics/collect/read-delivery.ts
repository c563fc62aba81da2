import type { RejectionReason } from '../drop-reason.ts';
import type { Hit } from '../hit.ts';
import { takeTurns, type Metered, type pause } from '../in-turns.ts';
import { TooManyEvents } from './errors.ts';

/** What one record of a delivery is: a hit, a fault, nothing of interest, or the end of a body that is broken. */
export type RecordReading =
  | {
      readonly hit: Hit;
      /** Fields that are not ours. */
      readonly ignoredFields?: readonly string[];
      readonly rejected?: never;
      readonly broken?: never;
    }
  | { readonly rejected: string; readonly reason: RejectionReason; readonly hit?: never; readonly broken?: never }
  | { readonly broken: string; readonly hit?: never; readonly rejected?: never }
  | undefined;

/** Names of ignored fields that are told; they come from outside. The others are counted together. */
const toldNames = 20;
const otherNames = 'others';
/** Characters of one. */
const longestName = 64;

/** What a delivery holds. */
export interface Delivery {
  readonly hits: readonly Hit[];
  /** Records that were refused, by their place in the body; they never stop their neighbours. */
  readonly rejected: readonly { readonly index: number; readonly message: string; readonly reason: RejectionReason }[];
  /** How many events had a field that is not ours, by its name. */
  readonly ignoredFields: ReadonlyMap<string, number>;
}

/** Reads record by record, and lets others have their turn in between. Throws TooManyEvents at the first record too many. */
export async function readDelivery(
  records: Iterable<RecordReading | typeof pause>,
  { limit, metered }: { limit: number; metered?: Metered | undefined },
): Promise<Delivery> {
  const hits: Hit[] = [];
  const rejected: Delivery['rejected'][number][] = [];
  const ignoredFields = new Map<string, number>();
  let count = 0;
  let broken: string | undefined;
  const take = (record: RecordReading): void => {
    if (count === limit) throw new TooManyEvents(limit);
    if (record?.hit) {
      hits.push(record.hit);
      for (const field of record.ignoredFields ?? []) countName(ignoredFields, field);
    } else if (record?.rejected !== undefined)
      rejected.push({ index: count, message: record.rejected, reason: record.reason });
    else broken ??= record?.broken;
    count += 1;
  };
  await takeTurns(records, take, metered);
  if (broken === undefined) return { hits, rejected, ignoredFields };
  return {
    hits: [],
    rejected: [{ index: 0, message: broken, reason: 'rejected_form' }],
    ignoredFields: new Map(),
  };
}

function countName(names: Map<string, number>, name: string): void {
  const told = name.slice(0, longestName).toWellFormed();
  const key = names.has(told) || names.size < toldNames ? told : otherNames;
  names.set(key, (names.get(key) ?? 0) + 1);
}
