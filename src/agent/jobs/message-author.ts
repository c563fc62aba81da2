import { z } from 'zod';

/** The person who wrote a message, as commits name people. Stored only if the project names co-authors. */
export const messageAuthorSchema = z.object({ name: z.string(), email: z.string() });
export type MessageAuthor = z.infer<typeof messageAuthorSchema>;
