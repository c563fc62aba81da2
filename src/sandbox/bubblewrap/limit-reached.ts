import type { SandboxLimits } from '../sandbox-limits.ts';
import type { Taken } from './watch-memory.ts';

/** Exit codes of programs that got no more memory: they abort, are killed, or touch memory that they never got. */
const wantOfMemory: readonly number[] = [134, 137, 139];
/** Share of the memory limit from which on a failure is put down to it: the kernel refuses what goes beyond. */
const nearly = 0.8;
/** Of the sandbox itself, beside the command. */
const ownProcesses = 4;

/** The limit that made a command fail, as far as that was seen; completes the sentence "It failed: it ...". */
export function limitReached(exitCode: number, peak: Taken, { memory, processes }: SandboxLimits): string | undefined {
  if (peak.threads >= processes - ownProcesses) return `reached the limit of ${processes} processes and threads`;
  if (peak.bytes >= nearly * memory)
    return `took ${toMegabytes(peak.bytes)} of memory, and the limit is ${toMegabytes(memory)}`;
  if (wantOfMemory.includes(exitCode))
    return `was ended by a signal, as programs are that get no more memory (the limit is ${toMegabytes(memory)})`;
  return undefined;
}

export function toMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 ** 2)} MiB`;
}
