import { z } from 'zod';
import type { Principal } from '../../http/authenticator.ts';

/** The person who wrote a message, as commits name people. Stored only if the project names co-authors. */
export const messageAuthorSchema = z.object({ name: z.string(), email: z.string() });
export type MessageAuthor = z.infer<typeof messageAuthorSchema>;

/** The member or key that asks for a job. */
export type Orderer = Pick<Principal, 'actor' | 'person' | 'name'>;
