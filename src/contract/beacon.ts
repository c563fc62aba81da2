import { z } from 'zod';

/**
 * What the tracker sends to `POST /v1/collect` for one page view, as `text/plain` so that no CORS preflight is needed.
 * Everything else about the view (address, user agent, time) is read from the request. Written by
 * `edge/src/tracker/tracker.ts`.
 */
export const Beacon = z.strictObject({
  /** Public id of the project, from the script's `data-project`. */
  project: z.string().min(1).max(64),
  /** Random id of the view: a beacon that arrives twice counts once. */
  id: z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits'),
  /** Origin and path of the page, of the query `utm_source`, `utm_medium` and `utm_campaign`; the rest stays in the browser. */
  url: z.url({ protocol: /^https?$/ }).max(8192),
  /** What happened on the page, by the name that the page gave it; absent for a view. */
  event: z.string().min(1).max(100).optional(),
  /** HTTP status that the page says it has, else that of the page load where the browser tells it; absent for other routes. */
  status: z.int().min(100).max(599).optional(),
  /** The page before this one: of the same site in full, of another site as far as its referrer policy says. */
  referrer: z.string().max(2048).optional(),
  /** The tracker's first-party id, where the page turned it on with `data-visitor-id="storage"`. */
  visitorId: z.string().min(1).max(64).optional(),
  /** Signs of automation that the browser itself gives. */
  hints: z.array(z.enum(['webdriver', 'phantom', 'nightmare', 'cypress'])).max(4),
});
export type Beacon = z.infer<typeof Beacon>;
