import { z } from '@hono/zod-openapi';
import { shownName } from './shown-name.ts';

/** What a member may do: an owner everything, an editor start and steer jobs, a viewer read. */
export const roleSchema = z.enum(['owner', 'editor', 'viewer']).openapi('Role');
export type Role = z.infer<typeof roleSchema>;

const time = z.iso.datetime();

/**
 * Only addresses of this dashboard: a link must not send anybody elsewhere after signing in. No backslash and no control
 * character, since browsers read the first as a slash and leave out the others.
 */
export const nextPathSchema = z
  .string()
  // The longest leads to the consent page with the request of a client.
  .max(8_200)
  .regex(/^\/(?!\/)[^\\\p{Cc}]*$/u)
  .openapi({ pattern: String.raw`^/(?!/)[^\\\u0000-\u001f\u007f-\u009f]*$` });

/** How a member can sign in. */
const signInWaySchema = z.enum(['password', 'identity_provider']);

export const memberSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: roleSchema,
    signsInBy: z.array(signInWaySchema),
    createdAt: time,
  })
  .openapi('Member');
export type Member = z.infer<typeof memberSchema>;

export const sessionSchema = z
  .object({
    id: z.string(),
    /** Browser and platform, such as `Firefox on Linux`. */
    browser: z.string(),
    createdAt: time,
    lastUsedAt: time,
    expiresAt: time,
    current: z.boolean(),
  })
  .openapi('Session');
export type Session = z.infer<typeof sessionSchema>;

export const invitationSchema = z
  .object({ id: z.string(), role: roleSchema, invitedBy: z.string(), createdAt: time, expiresAt: time })
  .openapi('Invitation');
export type Invitation = z.infer<typeof invitationSchema>;

export const auditEntrySchema = z
  .object({
    id: z.string(),
    at: time,
    /** Name of the member, or what acted in its place, such as `key:abc` or `set-up link`. */
    actor: z.string(),
    action: z.string(),
    target: z.string(),
    projectId: z.string().nullable(),
  })
  .openapi('AuditEntry');
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const emailSchema = z.email().max(254).openapi({ example: 'ada@example.org' });
export const memberNameSchema = shownName(100);

/** Length is the only rule: composition rules make passwords worse, and very long ones only cost time to hash. */
export const passwordSchema = z.string().min(12, 'Use at least 12 characters.').max(256);
