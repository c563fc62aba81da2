import { z } from '@hono/zod-openapi';
import { breakdownDimensionSchema, rangeFields, visitorsSchema } from '../../contract/analytics.ts';
import type { BeginRead } from '../../analytics/analytics.ts';
import { InvalidRequest } from '../../http/errors.ts';
import type { Call } from '../tool.ts';

/** What every question about visitors may be limited to; `visitors` says how filters are written. */
export const rangeInput = {
  dateFrom: rangeFields.dateFrom.describe('First day or moment (ISO 8601). Omit for no limit.'),
  dateTo: rangeFields.dateTo.describe('Exclusive end: for all of January, the first of February.'),
  timeZone: rangeFields.timeZone.describe('Such as Europe/Berlin. Default: UTC.'),
  filters: z
    .partialRecord(z.enum(['path', ...breakdownDimensionSchema.options]), z.array(z.string()).max(50))
    .optional()
    .describe('As in `visitors`.'),
};

/** A second range of the same filters, to compare with. */
export const comparisonInput = {
  compareFrom: rangeFields.dateFrom.describe('Start of a range to compare with.'),
  compareTo: rangeFields.dateTo.describe('Exclusive end of that range.'),
};

export const countsSchema = visitorsSchema.shape.totals;
export type Counts = z.infer<typeof countsSchema>;
export const rowSchema = z.object({ value: z.string(), ...countsSchema.shape });

export const measureInput = z
  .enum(['visitors', 'views'])
  .default('visitors')
  .describe('Distinct visitors, each counted once in a row and in the totals, or page views.');

export const limitInput = (standard: number) => z.int().min(1).max(250).default(standard);
export const offsetInput = z.int().min(0).default(0).describe('`nextOffset` of the last answer.');
export const moreOutput = { hasMore: z.boolean(), nextOffset: z.int().nullable() };

/** What the next call skips, where this one showed `shown` rows after `offset`. */
export function moreAfter(offset: number, shown: number, hasMore: boolean): z.infer<z.ZodObject<typeof moreOutput>> {
  return { hasMore, nextOffset: hasMore ? offset + shown : null };
}

type Range = z.output<z.ZodObject<typeof rangeInput>>;
type Comparison = z.output<z.ZodObject<typeof comparisonInput>>;
export type Read = Awaited<ReturnType<BeginRead>>;

export function beginIn(
  { analytics, project, principal }: Call,
  { dateFrom, dateTo, timeZone, filters }: Range,
): Promise<Read> {
  const range = { dateFrom, dateTo, timeZone };
  return analytics.beginRead({ projectId: project.id, reader: principal.actor, ...range, ...filters });
}

/** The read of the range to compare with; undefined where none was asked for. */
export async function beginCompared(
  call: Call,
  { compareFrom, compareTo, timeZone, filters }: Range & Comparison,
): Promise<Read | undefined> {
  if (compareFrom === undefined && compareTo === undefined) return undefined;
  try {
    return await beginIn(call, { dateFrom: compareFrom, dateTo: compareTo, timeZone, filters });
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    throw new InvalidRequest(
      error.details.map(({ message }) => ({ message: message.replaceAll(/\bdate(?=From|To)/g, 'compare') })),
      error,
    );
  }
}

export const nobody: Counts = { human: 0, ai: 0, total: 0 };

/** The counts of all rows, or of those that are wanted. */
export async function countsByValue(
  read: Read,
  count: Parameters<Read['walk']>[0],
  wanted?: ReadonlySet<string>,
): Promise<Map<string, Counts>> {
  const counts = new Map<string, Counts>();
  const { rows } = await read.walk(count, {});
  for await (const chunk of rows) {
    for (const { value, human, ai, total } of chunk)
      if (wanted?.has(value) !== false) counts.set(value, { human, ai, total });
    if (counts.size === wanted?.size) break;
  }
  return counts;
}
