import type { Project } from '../../contract/project.ts';
import type { MeterFor } from './processor-budget.ts';
import { createServerEventReader } from './server-event.ts';
import type { TakeDelivery, Taken } from './take-delivery.ts';

/** Of one delivery. */
export const mostEvents = 10_000;

/**
 * Takes page requests that the site's own server answered: a JSON array or NDJSON, within the processor time that the
 * project gives the sender. Throws `TooManyEvents` and `RateLimited`.
 */
export type TakeEvents = (delivery: {
  readonly project: Project;
  readonly sender: string;
  readonly body: Buffer;
}) => Promise<Taken>;

export function createTakeEvents({
  takeDelivery,
  meterFor,
}: {
  takeDelivery: TakeDelivery;
  meterFor: MeterFor;
}): TakeEvents {
  const read = createServerEventReader();
  return ({ project, sender, body }) =>
    takeDelivery({ project, records: read(body), limit: mostEvents, metered: meterFor(project, sender) });
}
