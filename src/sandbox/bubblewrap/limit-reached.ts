import type { SandboxLimits } from '../sandbox-limits.ts';
import type { Taken } from './watch-memory.ts';

/** Exit codes of programs that got no more memory: they abort, are killed, or touch memory that they never got. */
const wantOfMemory: readonly number[] = [134, 137, 139];
/** Share of the memory limit from which on a failure is put down to it: the kernel refuses what goes beyond. */
const nearly = 0.8;
/** Of the sandbox itself, beside the command. */
const ownProcesses = 4;

/** What programs print of a limit that is reached too briefly to be seen. */
const said = {
  processes:
    /cannot fork|fork: .*temporarily unavailable|\bEAGAIN\b|can't start new thread|create (?:native )?thread/iu,
  memory: /cannot allocate memory|\bENOMEM\b|\bMemoryError\b|bad_alloc|out of memory/iu,
};

/** The limit that made a command fail, as far as that was seen; completes the sentence "It failed: it ...". */
export function limitReached(
  { exitCode, output }: { exitCode: number; output: string },
  peak: Taken,
  { memory, processes }: SandboxLimits,
): string | undefined {
  if (peak.threads >= processes - ownProcesses) return `reached the limit of ${processes} processes and threads`;
  if (peak.bytes >= nearly * memory)
    return `took ${toMegabytes(peak.bytes)} of memory, and the limit is ${toMegabytes(memory)}`;
  if (said.processes.test(output))
    return `printed that it could start no further process (the limit is ${processes} processes and threads)`;
  if (said.memory.test(output)) return `printed that it got no more memory (the limit is ${toMegabytes(memory)})`;
  if (wantOfMemory.includes(exitCode))
    return `was ended by a signal, as programs are that get no more memory (the limit is ${toMegabytes(memory)})`;
  return undefined;
}

export function toMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 ** 2)} MiB`;
}
