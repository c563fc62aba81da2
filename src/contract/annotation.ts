import { z } from '@hono/zod-openapi';

const atSchema = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .refine((text) => /^\d{4}-/.test(text), 'must be within the years 0000 to 9999 UTC')
  .openapi({ description: 'The moment it is about.', format: 'date-time', example: '2026-11-21T00:00:00.000Z' });

const note = {
  at: atSchema,
  text: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine((text) => /[^\p{C}\p{Z}]/u.test(text), 'must have a visible character')
    .openapi({ example: 'Released version 2.0' }),
};

export const newNoteSchema = z.strictObject(note).openapi('NewChartNote');
export const noteChangesSchema = z.strictObject(note).partial().openapi('ChartNoteChanges');

export const annotationSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['note', 'pull_request']).openapi({
      description: 'A note that somebody wrote, or a pull request of a job that was merged.',
    }),
    at: z.iso.datetime(),
    text: z.string(),
    createdBy: z.string().nullable().openapi({ description: 'Of a note: `member:<id>` or `key:<id>`.' }),
    jobId: z.string().nullable().openapi({ description: 'Of a pull request: the job that opened it.' }),
  })
  .openapi('Annotation');

export type Annotation = z.infer<typeof annotationSchema>;

/** A pull request of a job, when it was merged. */
export interface Merge {
  readonly jobId: string;
  readonly number: number;
  readonly title: string;
  readonly at: number;
}

/** Those merged from a time until before another, in milliseconds since the epoch, oldest first; the last few hundred. */
export type FindMerges = (
  projectId: string,
  range: { readonly from: number | undefined; readonly to: number | undefined },
) => Promise<readonly Merge[]>;
