import { z } from '@hono/zod-openapi';

/** What one examination of the server found. */
export const diagnosisSchema = z
  .object({
    /** What was examined, such as `backups`, or `repository of Docs`. */
    name: z.string(),
    /** `warning`: it works, and will not for long or not well. `error`: something that people rely on does not work. */
    state: z.enum(['ok', 'warning', 'error']),
    /** One sentence. */
    message: z.string(),
    /** What to do about it; null when there is nothing to do. */
    remedy: z.string().nullable(),
  })
  .openapi('Diagnosis');
export type Diagnosis = z.infer<typeof diagnosisSchema>;
