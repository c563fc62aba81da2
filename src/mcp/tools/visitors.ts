import { z } from '@hono/zod-openapi';
import { breakdownDimensionSchema, liveSchema, missingSchema, pageQuerySchema } from '../../contract/analytics.ts';
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
    filters: range.rangeInput.filters.describe(
      'Only views that match every field, such as `{"path": ["/guide/*"], "agent": ["ChatGPT"]}`. A field is a list of values, one of ' +
        'which must match: `*` matches any text, a leading `!` excludes. Fields are those of `by`.',
    ),
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
    const rows = page.rows.map((row) => ({ ...row, before: before ? (before.get(row.value) ?? range.nobody) : null }));
    return {
      most: rows.length,
      build: (shown) => ({
        totals: page.totals,
        totalsBefore,
        rows: rows.slice(0, shown),
        ...range.moreAfter(offset, shown, page.hasMore || shown < rows.length),
      }),
    };
  },
});

export const missingPagesTool = defineTool({
  name: 'missing_pages',
  title: 'List missing pages',
  scope: 'analytics:read',
  description:
    'Pages that people and AI asked for but that returned 404 or 410, most visitors first, each with the most similar existing page ' +
    '(`nearest`) and whether a redirect of the repository covers it (`redirected`; null if unknown). No other number includes them.',
  input: z.strictObject({
    ...range.rangeInput,
    search: pageQuerySchema.shape.search.describe('Only paths that contain this text.'),
    limit: range.limitInput(20),
    offset: range.offsetInput,
  }),
  output: z.object({ ...missingSchema.shape, ...range.moreOutput }),
  async run(input, call) {
    const { search, limit, offset } = input;
    const page = await (await range.beginIn(call, input)).missingPage({ search, limit, offset });
    const missing = page.rows.map(({ value, human, ai, total, nearest = null, redirected = null }) => {
      return { path: value, human, ai, total, nearest, redirected };
    });
    return {
      most: missing.length,
      build: (shown) => ({
        totals: page.totals,
        missing: missing.slice(0, shown),
        ...range.moreAfter(offset, shown, page.hasMore || shown < missing.length),
      }),
    };
  },
});

export const liveTool = defineTool({
  name: 'live',
  title: 'Show who is reading now',
  scope: 'analytics:read',
  description: 'Visitors of the last minutes and their latest views, newest first.',
  input: z.strictObject({ minutes: z.int().min(1).max(60).default(5) }),
  output: z.object(liveSchema.shape),
  async run({ minutes }, call) {
    const { visitors, recent } = await (await range.beginIn(call, {})).live(minutes);
    return { most: recent.length, build: (shown) => ({ visitors, recent: recent.slice(0, shown) }) };
  },
});
