import { z } from '@hono/zod-openapi';
import { missingSchema, pageQuerySchema } from '../../contract/analytics.ts';
import { fit } from '../answer.ts';
import { defineTool } from '../tool.ts';
import * as range from './range.ts';

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
    return fit(missing.length, (shown) => ({
      totals: page.totals,
      missing: missing.slice(0, shown),
      ...range.moreAfter(offset, shown, page.hasMore || shown < missing.length),
    }));
  },
});
