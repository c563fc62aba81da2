import { z } from '@hono/zod-openapi';

const time = z.iso.datetime();

/** How it stands with what an operator looks after. */
export const operationsSchema = z
  .object({
    version: z.string(),
    backups: z.object({
      /** What the settings say; null where nothing is backed up by itself. */
      schedule: z
        .object({
          to: z.string(),
          everyHours: z.int(),
          keep: z.int(),
          isIncremental: z.boolean(),
          /** Whether the master key is in them. */
          hasKey: z.boolean(),
        })
        .nullable(),
      /** The last that was well, by schedule or by hand. */
      lastSuccess: z
        .object({ at: time, place: z.string(), bytes: z.number(), views: z.number(), seconds: z.number() })
        .nullable(),
      /** The last that was not, where none was well since. */
      failure: z.object({ at: time, message: z.string() }).nullable(),
      /** Whether the last that was well is older than two rounds of the schedule, or there was none. */
      isOverdue: z.boolean(),
    }),
    /** What keeps old data from being deleted, and what to do; null while the clock is trusted. */
    clock: z.object({ message: z.string(), remedy: z.string().nullable() }).nullable(),
    /** Of the data directory. */
    disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }),
  })
  .openapi('Operations');
export type Operations = z.infer<typeof operationsSchema>;
