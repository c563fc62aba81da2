import { z } from '@hono/zod-openapi';
import { networkSchema } from './network.ts';
import { scopeSchema } from './scope.ts';
import { shownName } from './shown-name.ts';

/** `admin` keys are for servers and people; `ingest` keys only send visits and may stand in a site's configuration. */
export const apiKeyKindSchema = z.enum(['admin', 'ingest']);

export type ApiKeyKind = z.infer<typeof apiKeyKindSchema>;

/** What a new key is made from; all of it is fixed for the life of the key. */
export const newApiKeySchema = z.strictObject({
  name: shownName(100),
  kind: apiKeyKindSchema.default('admin'),
  scopes: z
    .array(scopeSchema)
    .min(1)
    .optional()
    .describe(
      'Defaults to `agent:read`, `agent:write`, `analytics:read` and `analytics:write` for an admin key, and `ingest` for an ingest key.',
    ),
  expiresInDays: z.int().min(1).max(3650).nullable().default(90).describe('Null if the key does not expire.'),
  allowlist: z
    .array(networkSchema)
    .max(100)
    .default([])
    .describe('IP addresses and networks that may use the key. Empty allows any.'),
});

export type NewApiKey = z.input<typeof newApiKeySchema>;

/** A key as it is listed. The key itself is shown once, when it is created, and cannot be found out again. */
export const apiKeySchema = z
  .strictObject({
    id: z.string(),
    projectId: z.string(),
    kind: apiKeyKindSchema,
    name: z.string(),
    prefix: z.string().describe('First characters of the key, to recognise it.'),
    scopes: z.array(scopeSchema),
    allowlist: z.array(z.string()),
    expiresAt: z.iso.datetime().nullable(),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().describe('Rounded to the minute.'),
  })
  .openapi('ApiKey');

export type ApiKey = z.infer<typeof apiKeySchema>;
