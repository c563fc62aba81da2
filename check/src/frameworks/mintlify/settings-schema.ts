import { z } from 'zod';

const redirect = z.object({ source: z.string(), destination: z.string() });

/** The parts of `docs.json` and of the older `mint.json` that are checked; everything else passes. */
export const settingsSchema = z.looseObject({
  name: z.string(),
  navigation: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  redirects: z.array(redirect).default([]),
  openapi: z.unknown().optional(),
  seo: z.object({ metatags: z.object({ canonical: z.unknown().optional() }).optional() }).optional(),
  api: z.object({ openapi: z.unknown().optional() }).optional(),
});
export type Settings = z.infer<typeof settingsSchema>;
