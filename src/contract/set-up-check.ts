import { z } from '@hono/zod-openapi';

/** Result of testing one part of the set-up. */
export const setUpCheckSchema = z
  .object({
    ok: z.boolean(),
    /** One sentence: what was tested, and the result. */
    message: z.string(),
    /** What to do about it; null when `ok`. */
    remedy: z.string().nullable(),
    /** Facts from the test, such as the base branch or the instructions file. */
    facts: z.array(z.object({ name: z.string(), value: z.string() })),
  })
  .openapi('SetUpCheck');
export type SetUpCheck = z.infer<typeof setUpCheckSchema>;
