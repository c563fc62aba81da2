import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ErasureRow } from './schema.ts';

/**
 * Lies beside backups, and lists all that was erased: so a backup that is older than an erasure brings nothing back. In a
 * data directory it lies between a restore and the next start.
 */
export const erasuresFile = 'docwright-erasures.json';

const erasuresSchema = z.array(
  z.object({ project_id: z.string(), mark: z.string(), erased_at: z.int().nonnegative() }),
);

/** Nothing where there is no file. Throws for one that cannot be read: without it something may come back. */
export async function readErasures(file: string): Promise<ErasureRow[]> {
  return existsSync(file) ? parseErasures(await readFile(file, 'utf8')) : [];
}

export function parseErasures(text: string): ErasureRow[] {
  return erasuresSchema.parse(JSON.parse(text));
}

/** Each once, with the latest time at which it was erased. */
export function mergeErasures(...lists: readonly (readonly ErasureRow[])[]): ErasureRow[] {
  const merged = new Map<string, ErasureRow>();
  for (const row of lists.flat()) {
    const name = `${row.project_id} ${row.mark}`;
    if ((merged.get(name)?.erased_at ?? -1) < row.erased_at) merged.set(name, row);
  }
  return [...merged.values()];
}
