import { z } from 'zod';
import { jobWaitingSchema } from '../../contract/agent-job.ts';

const waitingSchema = z.object({
  shown: jobWaitingSchema,
  tries: z.int(),
  /** Since the first try, in milliseconds, by no clock that somebody sets. */
  milliseconds: z.number(),
});

/** How long a job has waited for what is away; kept until it gets further. */
export type Waiting = z.infer<typeof waitingSchema>;

export function readWaiting(stored: string): Waiting {
  return waitingSchema.parse(JSON.parse(stored));
}
