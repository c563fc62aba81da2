import { writeFileSync } from 'node:fs';

/**
 * Keeps memory out of core dumps of this process and all that it starts, where Linux decides it: keys and tokens are in it.
 * Node cannot set the limit of a dump; launchers do that too.
 */
export function emptyCoreDumps(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // Another system, or one without core dumps.
  }
}
