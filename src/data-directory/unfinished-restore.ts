import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RestoreUnfinished } from './errors.ts';

/** Where `docwright restore` unpacks; gone once all is in its place. */
export function unfinishedRestore(dataDirectory: string): string {
  return join(dataDirectory, 'restore.unfinished');
}

/** Throws `RestoreUnfinished` for a data directory of which only a part may be there. */
export function refuseUnfinishedRestore(dataDirectory: string): void {
  if (existsSync(unfinishedRestore(dataDirectory))) throw new RestoreUnfinished(dataDirectory);
}
