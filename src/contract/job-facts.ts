import { z } from '@hono/zod-openapi';

/** What lists say of a job beside its state. */
export const jobFactsSchema = z.object({
  createdBy: z
    .object({
      actor: z.string().openapi({
        description:
          '`member:<id>`, `key:<id>`, `grant:<id>` (a connected program), or `automation` for comments and webhooks.',
      }),
      name: z.string().nullable().openapi({ description: 'Name of the member or key when the job was created.' }),
    })
    .nullable()
    .openapi({ description: 'Who created the job. Null for jobs of earlier versions.' }),
  lines: z
    .object({ added: z.int(), removed: z.int() })
    .nullable()
    .openapi({ description: 'Lines that the change adds and removes so far. Null if nothing has changed.' }),
});
