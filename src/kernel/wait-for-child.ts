import type { ChildProcess } from 'node:child_process';

/** Whether this process waits for a child that it forked: an idle one keeps nothing running that would otherwise end. */
export function waitForChild(child: ChildProcess, isNeeded: boolean): void {
  // A pipe is a socket, which its type does not tell.
  const stderr = child.stderr as unknown as { ref(): void; unref(): void } | null;
  for (const part of [child, child.channel, stderr]) {
    if (isNeeded) part?.ref();
    else part?.unref();
  }
}
