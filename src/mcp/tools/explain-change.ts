import { z } from '@hono/zod-openapi';
import { InvalidRequest } from '../../http/errors.ts';
import { defineTool } from '../tool.ts';
import * as range from './range.ts';

const dimensions = ['path', 'agent', 'referrer', 'country'] as const;

const partSchema = z.object({
  value: z.string(),
  before: z.int(),
  after: z.int(),
  change: z.int(),
  share: z
    .number()
    .nullable()
    .describe('Of the whole change; negative for what went the other way. Null if nothing changed.'),
});

type Row = z.infer<typeof partSchema>;

export const explainChangeTool = defineTool({
  name: 'explain_change',
  title: 'Explain a rise or fall',
  scope: 'analytics:read',
  description:
    'What a rise or fall between two ranges consists of: the pages, AI products and browsers (`agent`), referrers and countries whose ' +
    'numbers changed most, by their share of the whole change. Visitors may count in several rows, so shares can sum to more than 1; ' +
    'with `measure: views` the shares of all rows of a dimension sum to 1.',
  input: z.strictObject({
    ...range.rangeInput,
    compareFrom: range.comparisonInput.compareFrom.describe('Start of the earlier range.'),
    compareTo: range.comparisonInput.compareTo.unwrap().describe('Exclusive end of the earlier range.'),
    measure: range.measureInput,
    readers: z.enum(['total', 'human', 'ai']).default('total').describe('Whose change: everybody, people or AI.'),
    by: z
      .array(z.enum(dimensions))
      .min(1)
      .default([...dimensions]),
    limit: range.limitInput(5).describe('Rows of each dimension at most.'),
  }),
  output: z.object({
    before: z.int(),
    after: z.int(),
    change: z.int(),
    parts: z.array(z.object({ by: z.enum(dimensions), rows: z.array(partSchema) })),
  }),
  async run({ measure, readers, by, limit, ...ranges }, call) {
    const read = await range.beginIn(call, ranges);
    const earlier = await range.beginCompared(call, ranges);
    if (earlier === undefined) throw new InvalidRequest([{ field: 'compareTo', message: 'is missing' }]);
    const totalOf = async (of: range.Read) =>
      (await of.page({ measure, dimension: 'path' }, { limit: 1 })).totals[readers];
    const [before, after] = [await totalOf(earlier), await totalOf(read)];
    const change = after - before;
    const parts: { by: (typeof dimensions)[number]; rows: Row[] }[] = [];
    for (const dimension of new Set(by)) {
      const largest: Row[] = [];
      const take = (value: string, before: number, after: number) => {
        if (before === after) return;
        const share = change === 0 ? null : (after - before) / change;
        insert(largest, { value, before, after, change: after - before, share }, limit);
      };
      const left = await range.countsByValue(earlier, { measure, dimension });
      for await (const chunk of (await read.walk({ measure, dimension }, {})).rows)
        for (const { value, ...counts } of chunk) {
          take(value, left.get(value)?.[readers] ?? 0, counts[readers]);
          left.delete(value);
        }
      for (const [value, counts] of left) take(value, counts[readers], 0);
      parts.push({ by: dimension, rows: largest.toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0)) });
    }
    return {
      most: limit,
      build: (shown) => ({
        before,
        after,
        change,
        parts: parts.map((part) => ({ ...part, rows: part.rows.slice(0, shown) })),
      }),
    };
  },
});

/** Keeps the rows that changed most, in this order: to sort all of a large site would hold the event loop. */
function insert(rows: Row[], row: Row, most: number): void {
  const lead = (other: Row) => Math.abs(row.change) - Math.abs(other.change);
  const place = rows.findIndex((other) => lead(other) > 0 || (lead(other) === 0 && row.value < other.value));
  rows.splice(place === -1 ? rows.length : place, 0, row);
  rows.splice(most);
}
