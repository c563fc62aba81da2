import { z } from '@hono/zod-openapi';

/** What came of trying one part of the set-up for real. */
export const setUpCheckSchema = z
  .object({
    ok: z.boolean(),
    /** One sentence: what was tried and what happened. */
    message: z.string(),
    /** What to do about it; null when `ok`. */
    remedy: z.string().nullable(),
    /** What was found on the way, such as the base branch or the instructions file. */
    facts: z.array(z.object({ name: z.string(), value: z.string() })),
  })
  .openapi('SetUpCheck');
export type SetUpCheck = z.infer<typeof setUpCheckSchema>;
