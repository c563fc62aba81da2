import { z } from '@hono/zod-openapi';
import { breakdownDimensionSchema, pageQuerySchema } from '../../contract/analytics.ts';
import { fit } from '../answer.ts';
import { defineTool } from '../tool.ts';
import * as range from './range.ts';

export const visitorsTool = defineTool({
  name: 'visitors',
  title: 'Count visitors',
  scope: 'analytics:read',
  description:
    'Exact numbers of people (`human`) and AI clients (`ai`) who read the documentation in a range: totals, and the largest rows by page ' +
    'or by another dimension such as `agent` (AI products and browsers), `referrer` or `country`. With `compareFrom` and `compareTo`, ' +
    'also the numbers of that range.',
  input: z.strictObject({
    ...range.rangeInput,
    ...range.comparisonInput,
    by: z
      .enum(['path', ...breakdownDimensionSchema.options])
      .default('path')
      .describe('What the rows are.'),
    measure: range.measureInput,
    search: pageQuerySchema.shape.search.describe('Only rows whose value contains this text.'),
    sort: pageQuerySchema.shape.sort.describe('Count to sort by, highest first; or by value.'),
    limit: range.limitInput(20),
    offset: range.offsetInput,
  }),
  output: z.object({
    totals: range.countsSchema,
    totalsBefore: range.countsSchema.nullable(),
    rows: z.array(range.rowSchema.extend({ before: range.countsSchema.nullable() })),
    ...range.moreOutput,
  }),
  async run(input, call) {
    const { by, measure, search, sort, limit, offset } = input;
    const count = { measure, dimension: by };
    const read = await range.beginIn(call, input);
    const compared = await range.beginCompared(call, input);
    const page = await read.page(count, { search, sort, limit, offset });
    const totalsBefore = compared === undefined ? null : (await compared.page(count, { limit: 1 })).totals;
    const values = new Set(page.rows.map(({ value }) => value));
    const before = compared && (await range.countsByValue(compared, count, values));
    const rows = page.rows.map((row) => ({
      ...row,
      before: before ? (before.get(row.value) ?? range.nobody) : null,
    }));
    return fit(rows.length, (shown) => ({
      totals: page.totals,
      totalsBefore,
      rows: rows.slice(0, shown),
      ...range.moreAfter(offset, shown, page.hasMore || shown < rows.length),
    }));
  },
});
