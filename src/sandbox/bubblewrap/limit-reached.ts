import type { SandboxLimits } from '../sandbox-limits.ts';
import type { Taken } from './watch-memory.ts';

/** SIGABRT, SIGKILL and SIGSEGV: how programs usually end without memory. */
const outOfMemoryExitCodes: readonly number[] = [134, 137, 139];
/** From this share of the memory limit on, a failure is attributed to it: the kernel refused larger requests. */
const suspiciousShare = 0.8;
/** Processes of the sandbox itself, beside the command. */
const sandboxProcesses = 4;

/** Messages of programs that reach a limit between two samples. */
const limitMessages = {
  processes:
    /cannot fork|fork: .{0,200}temporarily unavailable|\bEAGAIN\b|can't start new thread|create (?:native )?thread/iu,
  memory: /cannot allocate memory|\bENOMEM\b|\bMemoryError\b|bad_alloc|out of memory/iu,
};

/** The likely limit that made a command fail; completes the sentence "It failed: it ...". */
export function limitReached(
  { exitCode, output }: { exitCode: number; output: string },
  peak: Taken,
  { memory, processes }: SandboxLimits,
): string | undefined {
  if (peak.threads >= processes - sandboxProcesses) return `reached the limit of ${processes} processes and threads`;
  if (peak.bytes >= suspiciousShare * memory)
    return `took ${toMegabytes(peak.bytes)} of memory, and the limit is ${toMegabytes(memory)}`;
  if (limitMessages.processes.test(output))
    return `printed that it could not start another process (the limit is ${processes} processes and threads)`;
  if (limitMessages.memory.test(output))
    return `printed that it ran out of memory (the limit is ${toMegabytes(memory)})`;
  if (outOfMemoryExitCodes.includes(exitCode))
    return `was ended by a signal, probably because memory ran out (the limit is ${toMegabytes(memory)})`;
  return undefined;
}

export function toMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 ** 2)} MiB`;
}
