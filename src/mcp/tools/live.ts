import { z } from '@hono/zod-openapi';
import { liveSchema } from '../../contract/analytics.ts';
import { fit } from '../answer.ts';
import { defineTool } from '../tool.ts';
import { beginIn } from './range.ts';

export const liveTool = defineTool({
  name: 'live',
  title: 'Show who is reading now',
  scope: 'analytics:read',
  description: 'Visitors of the last minutes and their latest views, newest first.',
  input: z.strictObject({ minutes: z.int().min(1).max(60).default(5) }),
  output: z.object(liveSchema.shape),
  async run({ minutes }, call) {
    const { visitors, recent } = await (await beginIn(call, {})).live(minutes);
    return fit(recent.length, (shown) => ({ visitors, recent: recent.slice(0, shown) }));
  },
});
