import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { duration } from '../kernel/clock.ts';

/** Longest that a command waits to find out whether a server is there. */
const patience = duration.second;

const recordSchema = z.object({
  /** How people reach it. */
  url: z.url(),
  /** How this machine reaches it. */
  listening: z.url(),
});

/** The server that works on a data directory, as it wrote down itself. */
export type RunningServer = z.infer<typeof recordSchema>;

const fileIn = (dataDirectory: string): string => join(dataDirectory, 'server.json');

/** Writes down where the server of this data directory is reached; what is returned takes that back. */
export async function announceServer(dataDirectory: string, server: RunningServer): Promise<() => Promise<void>> {
  const file = fileIn(dataDirectory);
  const text = `${JSON.stringify(server)}\n`;
  await writeFile(file, text);
  return async () => {
    // Another server of the same data directory may have written meanwhile.
    if ((await readFile(file, 'utf8').catch(() => '')) === text) await rm(file, { force: true });
  };
}

/** The server that works on this data directory, if it answers; one that was killed leaves its record behind. */
export async function findRunningServer(dataDirectory: string): Promise<RunningServer | undefined> {
  try {
    const server = recordSchema.parse(JSON.parse(await readFile(fileIn(dataDirectory), 'utf8')));
    const answer = await fetch(`${server.listening}/healthz`, { signal: AbortSignal.timeout(patience) });
    return answer.ok ? server : undefined;
  } catch {
    return undefined;
  }
}
