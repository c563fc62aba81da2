import { z } from '@hono/zod-openapi';

/** The body of every answer that is not a success: RFC 9457, plus `error` and `details` for clients of the published API. */
export const problemSchema = z
  .object({
    type: z.string().openapi({ example: '/problems/invalid_request' }),
    title: z.string(),
    status: z.int(),
    detail: z.string().openapi({ description: 'What happened and what to do about it.' }),
    instance: z.string().openapi({ description: 'Request ID, also in the header `X-Request-Id`.' }),
    error: z
      .string()
      .openapi({ description: 'What happened, without what to do about it. For a refused key: `Unauthorized`.' }),
    details: z
      .array(z.object({ message: z.string(), field: z.string().optional() }))
      .openapi({ description: 'All faults found, not only the first.' }),
  })
  .openapi('Problem');

export type Problem = z.infer<typeof problemSchema>;
