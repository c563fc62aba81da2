import { z } from '@hono/zod-openapi';
import { integer, rangeFields } from './analytics.ts';

/** Exports of what the hosted product's widgets collect, in their published shape. We have no such widgets, so no rows. */
const nobody = z.array(z.object({}));
const cursorField = z
  .string()
  .max(1000)
  .optional()
  .openapi({ description: 'Cursor of an earlier page. There is only one page.' });

const feedbackFilters = {
  ...rangeFields,
  source: z.enum(['code_snippet', 'contextual', 'agent', 'thumbs_only']).optional(),
  status: z
    .string()
    .regex(
      /^(pending|in_progress|resolved|dismissed)(,(pending|in_progress|resolved|dismissed))*$/,
      'must be pending, in_progress, resolved or dismissed, separated by commas',
    )
    .optional(),
};

export const feedbackQuerySchema = z.strictObject({
  ...feedbackFilters,
  limit: integer(1, 100, 50, 'Maximum results per page.'),
  cursor: cursorField,
});
export const feedbackByPageQuerySchema = z.strictObject({
  ...feedbackFilters,
  limit: integer(1, 100, 10, 'Maximum results.'),
});
export const searchesQuerySchema = z.strictObject({
  ...rangeFields,
  limit: integer(1, 100, 50, 'Maximum results per page.'),
  cursor: cursorField,
});
export const assistantQuerySchema = z.strictObject({
  ...rangeFields,
  limit: integer(1, 1000, 100, 'Maximum results per page.'),
  cursor: cursorField,
});

export const feedbackSchema = z
  .object({ feedback: nobody, nextCursor: z.string().nullable(), hasMore: z.boolean() })
  .openapi('Feedback');
export const feedbackByPageSchema = z.object({ feedback: nobody, hasMore: z.boolean() }).openapi('FeedbackByPage');
export const searchesSchema = z
  .object({ searches: nobody, totalSearches: z.int(), nextCursor: z.string().nullable() })
  .openapi('Searches');
export const assistantSchema = z
  .object({ conversations: nobody, nextCursor: z.string().nullable(), hasMore: z.boolean() })
  .openapi('AssistantConversations');
export const callerStatsSchema = z
  .object({ web: z.int(), api: z.int(), other: z.int(), total: z.int() })
  .openapi('AssistantCallerStats');
