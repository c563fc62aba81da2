import { z } from '@hono/zod-openapi';
import { analyticsSettingsSchema } from './project.ts';
import { shownName } from './shown-name.ts';

/** Longer addresses are cut by browsers and mail programs. */
const longestSearch = 4_000;

const newView = {
  name: shownName(100).describe('Unique within the project.').openapi({ example: 'Guide, Germany' }),
  search: z
    .string()
    .trim()
    .max(longestSearch)
    .regex(/^[!"$-~]*$/, 'Use the part after "?" in the URL of the analytics page, such as "range=7d&country=DE".')
    .transform((text) => (text.startsWith('?') ? text.slice(1) : text))
    .describe('Date range, filters and sort order: the part after `?` in the URL of the analytics page.')
    .openapi({ example: 'range=7d&country=DE' }),
};

const stored = {
  id: z.string(),
  name: z.string(),
  search: z.string(),
  createdBy: z.string().describe('`member:<id>`, `key:<id>` or `cli`.'),
  createdAt: z.iso.datetime(),
};

export const newSavedViewSchema = z.strictObject(newView).openapi('NewSavedView');

export const savedViewSchema = z
  .object({ ...stored, url: z.string().describe('Its page in the dashboard.') })
  .openapi('SavedView');

export type SavedView = z.infer<typeof savedViewSchema>;

export const newShareLinkSchema = z
  .strictObject({ ...newView, search: newView.search.default('') })
  .openapi('NewShareLink');

export const shareLinkSchema = z.object(stored).openapi('ShareLink');

export type ShareLink = z.infer<typeof shareLinkSchema>;

export const createdShareLinkSchema = z
  .object({
    shareLink: shareLinkSchema,
    url: z.string().describe('The link to share. Returned only once: its token is not stored.'),
  })
  .openapi('CreatedShareLink');

/** What whoever has a share link is told of the project: what it takes to understand the numbers. */
export const sharedProjectSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    settings: z.object({
      analytics: analyticsSettingsSchema.pick({ aiCategories: true, saltLife: true, timeZone: true }),
    }),
  })
  .openapi('SharedProject');
