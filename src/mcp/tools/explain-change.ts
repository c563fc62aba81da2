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
    const parts: { by: (typeof dimensions)[number]; rows: z.infer<typeof partSchema>[] }[] = [];
    for (const dimension of new Set(by)) {
      const was = await range.countsByValue(earlier, { measure, dimension });
      const is = await range.countsByValue(read, { measure, dimension });
      const rows = [...new Set([...was.keys(), ...is.keys()])].map((value) => {
        const [before, after] = [was.get(value)?.[readers] ?? 0, is.get(value)?.[readers] ?? 0];
        const share = change === 0 ? null : (after - before) / change;
        return { value, before, after, change: after - before, share };
      });
      const largest = rows
        .filter((row) => row.change !== 0)
        .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.value < b.value ? -1 : 1))
        .slice(0, limit);
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
