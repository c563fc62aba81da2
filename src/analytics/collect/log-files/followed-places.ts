import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { FollowedPlace } from './follow-file.ts';

const placeSchema = z.object({
  inode: z.int(),
  offset: z.int().nonnegative(),
  head: z.object({ bytes: z.int().nonnegative(), sha256: z.string() }),
});

/** Remembers how far followed logs were read, a file for each project and log, so that a restart goes on there. */
export interface FollowedPlaces {
  /** Undefined where nothing is remembered. */
  find(projectId: string, log: string): Promise<FollowedPlace | undefined>;
  keep(projectId: string, log: string, place: FollowedPlace): Promise<void>;
}

export function createFollowedPlaces(folder: string): FollowedPlaces {
  const fileOf = (projectId: string, log: string): string =>
    join(
      folder,
      `${createHash('sha256')
        .update(`${projectId} ${resolve(log)}`)
        .digest('hex')}.json`,
    );
  return {
    async find(projectId, log) {
      const text = await readFile(fileOf(projectId, log), 'utf8').catch(() => undefined);
      try {
        return text === undefined ? undefined : placeSchema.parse(JSON.parse(text));
      } catch {
        // Reading from the beginning counts nothing twice.
        return undefined;
      }
    },
    async keep(projectId, log, place) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(projectId, log);
      const draft = `${file}.${process.pid}`;
      await writeFile(draft, JSON.stringify(place), { mode: 0o600 });
      await rename(draft, file);
    },
  };
}
