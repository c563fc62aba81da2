import { z } from '@hono/zod-openapi';

/** What a key may do; fixed when the key is created. */
export const scopeSchema = z.enum(['agent:read', 'agent:write', 'analytics:read', 'analytics:write', 'ingest']);

export type Scope = z.infer<typeof scopeSchema>;
