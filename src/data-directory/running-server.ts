import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { duration } from '../kernel/clock.ts';

/** Longest that a command waits to find out whether a server is there. */
const patience = 5 * duration.second;

const recordSchema = z.object({
  /** How people reach it. */
  url: z.url(),
  /** How this machine reaches it. */
  listening: z.url(),
});

/** The server that works on a data directory, as it wrote down itself. */
export type RunningServer = z.infer<typeof recordSchema>;

/** One file for each server, since several may work on one data directory. */
const folderIn = (dataDirectory: string): string => join(dataDirectory, 'servers');

/** Writes down where a server of this data directory is reached; what is returned takes that back. */
export async function announceServer(dataDirectory: string, server: RunningServer): Promise<() => Promise<void>> {
  const folder = folderIn(dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${new URL(server.listening).port}.json`);
  const record = `${JSON.stringify({ ...server, id: randomUUID() })}\n`;
  await writeFile(file, record);
  return async () => {
    // The next server on this port may have written its own while this one drained.
    if ((await readFile(file, 'utf8').catch(() => '')) === record) await rm(file, { force: true });
  };
}

/** A server that works on this data directory and answers; one that was killed leaves its record behind. */
export async function findRunningServer(dataDirectory: string): Promise<RunningServer | undefined> {
  const folder = folderIn(dataDirectory);
  const files = await readdir(folder).catch(() => []);
  const servers = await Promise.all(files.sort().map((file) => answering(join(folder, file))));
  return servers.find((server) => server !== undefined);
}

async function answering(file: string): Promise<RunningServer | undefined> {
  try {
    const server = recordSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    // eslint-disable-next-line no-restricted-globals -- it stays on this machine
    const answer = await fetch(`${server.listening}/healthz`, { signal: AbortSignal.timeout(patience) });
    return answer.ok ? server : undefined;
  } catch {
    return undefined;
  }
}
