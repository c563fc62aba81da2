import { z } from '@hono/zod-openapi';
import { readMoment } from './moment.ts';

const url = z.url({ protocol: /^https?$/ }).max(8192);
const path = z.string().startsWith('/').max(8192);
const zonedMoment = z
  .string()
  .refine((text) => readMoment(text)?.hasOffset === true, 'must be an ISO 8601 date-time with an offset or Z')
  .meta({ format: 'date-time' });
const siteId = z.string().min(1).max(256);

/**
 * One request that the docs site answered, as the site itself tells it to `POST /v1/ingest/{projectId}/events`. Sent by
 * `@docwright/edge`, and by anybody's own code. An event with the same `id` counts once, however often it arrives. Fields
 * that are not ours are ignored, and the answer names them.
 */
export const ServerEvent = z
  .object({
    id: z.string().min(1).max(128).optional(),
    /** When the page was asked for: milliseconds since 1970, or ISO 8601 with an offset or `Z`. */
    timestamp: z.union([z.int().nonnegative(), zonedMoment], {
      error: 'must be milliseconds since 1970, or an ISO 8601 date-time with an offset or Z',
    }),
    url: url.optional(),
    path: path.optional(),
    method: z.string().min(1).max(16).default('GET'),
    status: z.int().min(100).max(599).default(200),
    /** Address of the reader; never stored. The server also takes it with a port, a zone or brackets. */
    ip: z
      .union([z.ipv4(), z.ipv6()])
      .openapi({ type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] })
      .optional(),
    userAgent: z.string().max(2048).optional(),
    accept: z.string().max(2048).optional(),
    /** `Content-Type` of the answer: a page may have any address, and what is answered with data is none. */
    contentType: z.string().max(256).optional(),
    referrer: z.string().max(2048).optional(),
    /** Further request headers by lower-case name, of which `sec-fetch-*`, `sec-ch-ua*` and `signature*` tell most. */
    headers: z.record(z.string().regex(/^[a-z0-9-]+$/, 'must be a lower-case name'), z.string().max(2048)).optional(),
    /** True when `headers` holds every one of those that was sent, so that a missing one means something. */
    headersComplete: z.boolean().optional(),
    /** Host whose Web Bot Auth signature the sender verified while it answered the request. */
    signedBy: z.hostname().max(253).optional(),
    /** The site's own id of an anonymous visitor. */
    visitorId: siteId.optional(),
    /** The site's id of a signed-in user. */
    userId: siteId.optional(),
    /** ISO 3166-1 alpha-2. */
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be two capital letters')
      .optional(),
  })
  .refine((event) => (event.url === undefined) !== (event.path === undefined), {
    path: ['url'],
    error: 'must be given, or `path` instead, but not both',
  })
  .refine((event) => (event.ip ?? event.visitorId ?? event.userId) !== undefined, {
    path: ['ip'],
    error: 'must be given, or `visitorId` or `userId` instead, to identify the visitor',
  });
/** What a sender writes, defaults left out. */
export type ServerEventInput = z.input<typeof ServerEvent>;
export type ServerEvent = z.output<typeof ServerEvent>;
