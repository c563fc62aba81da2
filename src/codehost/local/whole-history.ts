import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LocalRepositorySourceInvalid } from './errors.ts';

/** Throws `LocalRepositorySourceInvalid` for a clone that left commits at its origin, where only its owner can fetch them. */
export function requireWholeHistory(from: string, gitDirectory: string): void {
  if (!existsSync(join(gitDirectory, 'shallow'))) return;
  const why = 'it is a shallow clone, without older commits. Run `git fetch --unshallow` in it first.';
  throw new LocalRepositorySourceInvalid(from, why);
}
