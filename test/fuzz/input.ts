import { z } from 'zod';

const headers = z.array(z.tuple([z.string(), z.string()]));

/**
 * One thing to try on a server, so complete that a file of it can be tried again. Bytes are written as Latin-1, so that
 * most of a file can be read. `$key`, `$session` and `$project` stand for what is new on each server.
 */
export const inputSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request'),
    method: z.string(),
    /** With its query. */
    path: z.string(),
    headers,
    body: z.string(),
    /** Statuses that are documented; empty where the path is none of ours. */
    documented: z.array(z.number()),
  }),
  z.object({
    kind: z.literal('socket'),
    /** Written one after the other, with a short while in between. */
    pieces: z.array(z.string()),
    /** Whether the sender closes its side when all is written. */
    ends: z.boolean(),
  }),
  z.object({
    kind: z.literal('documentation'),
    files: z.record(z.string(), z.string()),
    /** Checked by itself, or by a job of the server. */
    by: z.enum(['check', 'job']),
  }),
  z.object({ kind: z.literal('log'), name: z.string(), bytes: z.string() }),
]);

export type Input = z.infer<typeof inputSchema>;
export type InputOf<Kind extends Input['kind']> = Extract<Input, { kind: Kind }>;

export const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');
export const textOfBytes = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
