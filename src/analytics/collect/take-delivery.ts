import type { Project } from '../../contract/project.ts';
import type { Metered, pause } from '../in-turns.ts';
import type { RecordedHits, RecordHits } from '../record-hits.ts';
import { readDelivery, type RecordReading } from './read-delivery.ts';

/** What became of a delivery. */
export interface Taken extends Omit<RecordedHits, 'people'> {
  readonly rejected: { readonly index: number; readonly message: string }[];
  /** As the counts by reason are named, since they stand beside them. */
  readonly ignored_fields: Readonly<Record<string, number>>;
}

/**
 * Takes many views at once, from whatever entrance: reads record by record, and keeps them; resolves when that is durable.
 * Throws `TooManyEvents`, and what the meter throws.
 */
export type TakeDelivery = (delivery: {
  readonly project: Project;
  readonly records: Iterable<RecordReading | typeof pause>;
  /** Most records of one delivery. */
  readonly limit: number;
  /** Counts what the work costs. */
  readonly metered: Metered;
}) => Promise<Taken>;

export function createTakeDelivery({ recordHits }: { recordHits: RecordHits }): TakeDelivery {
  return async ({ project, records, limit, metered }) => {
    const { hits, rejected, ignoredFields } = await readDelivery(records, { limit, metered });
    const rejections = rejected.map(({ reason }) => reason);
    const { accepted, dropped } = await recordHits(project, hits, { metered, rejections, ignoredFields });
    return {
      accepted,
      dropped,
      rejected: rejected.map(({ index, message }) => ({ index, message })),
      ignored_fields: Object.fromEntries(ignoredFields),
    };
  };
}
