import { z } from '@hono/zod-openapi';
import { timeseriesQuerySchema } from '../../contract/analytics.ts';
import { defineTool } from '../tool.ts';
import * as range from './range.ts';

const rowsEach = 10;
/** The newest of them are shown. */
const mostBuckets = 31;

export const pageTool = defineTool({
  name: 'page',
  title: 'Describe the readers of a page',
  scope: 'analytics:read',
  description:
    'Who reads one page: distinct visitors in the range and over time, the AI products and browsers (`agent`) that read it, who sends them ' +
    '(`referrer`) and from where (`country`). With `compareFrom` and `compareTo`, also the visitors of that range.',
  input: z.strictObject({
    path: z.string().min(1).max(2048).describe('Path of the page, such as /guide/quickstart.'),
    ...range.rangeInput,
    ...range.comparisonInput,
    interval: timeseriesQuerySchema.shape.interval.describe(`Of \`buckets\`, the newest ${mostBuckets}.`),
  }),
  output: z.object({
    totals: range.countsSchema,
    totalsBefore: range.countsSchema.nullable(),
    agent: z.array(range.rowSchema),
    referrer: z.array(range.rowSchema),
    country: z.array(range.rowSchema),
    buckets: z.array(z.object({ start: z.iso.datetime(), visitors: z.int(), views: z.int() })),
  }),
  async run({ path, filters, interval, ...ranges }, call) {
    const of = { ...ranges, filters: { ...filters, path: [path.replace(/[\\*]/g, String.raw`\$&`)] } };
    const read = await range.beginIn(call, of);
    const compared = await range.beginCompared(call, of);
    const count = { measure: 'visitors', dimension: 'path' } as const;
    const { totals } = await read.page(count, { limit: 1 });
    const totalsBefore = compared === undefined ? null : (await compared.page(count, { limit: 1 })).totals;
    const rowsBy = async (dimension: 'agent' | 'referrer' | 'country') =>
      (await read.page({ measure: 'visitors', dimension }, { limit: rowsEach })).rows;
    const [agent, referrer, country] = [await rowsBy('agent'), await rowsBy('referrer'), await rowsBy('country')];
    const { buckets } = await read.timeseries(interval);
    return {
      most: rowsEach,
      build: (shown) => ({
        totals,
        totalsBefore,
        agent: agent.slice(0, shown),
        referrer: referrer.slice(0, shown),
        country: country.slice(0, shown),
        buckets: buckets.slice(-mostBuckets).map(({ startMs, visitors, views }) => {
          return { start: new Date(startMs).toISOString(), visitors: visitors.total, views: views.total };
        }),
      }),
    };
  },
});
