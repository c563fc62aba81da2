import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Where it was to go, as `docwright backup` was told, a folder as a whole path. Versions before did not note it. */
const to = z.string().optional();

const lastBackupSchema = z.object({
  success: z
    .object({
      at: z.iso.datetime(),
      to,
      /** The archive. */
      place: z.string(),
      bytes: z.number(),
      views: z.number(),
      /** How long it took. */
      seconds: z.number(),
    })
    .optional(),
  failure: z.object({ at: z.iso.datetime(), to, message: z.string() }).optional(),
});

/** How the last backup of this data directory went that was well, and the last that was not. */
export type LastBackup = z.infer<typeof lastBackupSchema>;

const fileIn = (dataDirectory: string): string => join(dataDirectory, 'last-backup.json');

/** Nothing while there was none. */
export async function readLastBackup(dataDirectory: string): Promise<LastBackup> {
  try {
    return lastBackupSchema.parse(JSON.parse(await readFile(fileIn(dataDirectory), 'utf8')));
  } catch {
    return {};
  }
}

export async function noteBackup(dataDirectory: string, outcome: LastBackup): Promise<void> {
  const text = JSON.stringify({ ...(await readLastBackup(dataDirectory)), ...outcome }, null, 2);
  const draft = `${fileIn(dataDirectory)}.${process.pid}`;
  await writeFile(draft, `${text}\n`, { mode: 0o600 });
  await rename(draft, fileIn(dataDirectory));
}
