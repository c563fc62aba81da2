import { z } from '@hono/zod-openapi';
import type { Role } from './account.ts';

/** What a key may do; fixed when the key is created. */
export const scopeSchema = z.enum(['agent:read', 'agent:write', 'analytics:read', 'analytics:write', 'ingest']);

export type Scope = z.infer<typeof scopeSchema>;

const reading: readonly Scope[] = ['agent:read', 'analytics:read'];
const everything: readonly Scope[] = [...reading, 'agent:write', 'analytics:write', 'ingest'];

/** What members may do, themselves and by what acts for them. */
export const scopesOf: Record<Role, readonly Scope[]> = { owner: everything, editor: everything, viewer: reading };
