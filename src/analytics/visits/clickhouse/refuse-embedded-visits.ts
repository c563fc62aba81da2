import { existsSync } from 'node:fs';
import { EmbeddedVisitsLeft } from '../errors.ts';

/** Throws EmbeddedVisitsLeft where a data directory holds visits, which nobody would see any more. */
export function refuseEmbeddedVisits(file: string): void {
  if (existsSync(file)) throw new EmbeddedVisitsLeft(file);
}
