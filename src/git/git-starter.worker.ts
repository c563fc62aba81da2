// Starts git processes, and ends them with their whole group when they take too long, say too much or are not wanted.
import { spawn } from 'node:child_process';
import { duration } from '../kernel/clock.ts';
import type { FromGitStarter, GitEnd, GitOrder, ToGitStarter } from './git-starter.ts';

type Reason = Extract<GitEnd, { stoppedBy: unknown }>['stoppedBy'];

/** Git removes its lock files on SIGTERM; after this it is killed. */
const graceMilliseconds = 2 * duration.second;

/** Stops the process of an order. */
const stops = new Map<number, (reason: Reason) => void>();

function answer(id: number, end: GitEnd): void {
  // Whoever asked may be gone.
  if (process.connected) process.send?.({ id, end } satisfies FromGitStarter, undefined, undefined, () => undefined);
}

/** What of an error passes between processes. */
function failureOf(error: unknown): GitEnd {
  const { message, code } = error as NodeJS.ErrnoException;
  return { failure: { message, code } };
}

function run(id: number, { args, folder, environment, input, timeoutMilliseconds, outputLimit }: GitOrder): void {
  const child = spawn('git', args, { cwd: folder, detached: true, stdio: ['pipe', 'pipe', 'pipe'], env: environment });
  let stoppedBy: Reason | undefined;
  let killer: NodeJS.Timeout | undefined;
  const stop = (reason: Reason): void => {
    if (stoppedBy !== undefined) return;
    stoppedBy = reason;
    killGroup(child.pid, 'SIGTERM');
    killer = setTimeout(() => {
      killGroup(child.pid, 'SIGKILL');
    }, graceMilliseconds);
  };
  const timer = setTimeout(() => {
    stop('timeout');
  }, timeoutMilliseconds);
  stops.set(id, stop);
  const settle = (end: GitEnd): void => {
    clearTimeout(timer);
    clearTimeout(killer);
    stops.delete(id);
    answer(id, end);
  };

  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  let size = 0;
  const collect = (into: Buffer[]) => (chunk: Buffer) => {
    size += chunk.length;
    if (size > outputLimit) stop('output');
    else into.push(chunk);
  };
  child.stdout.on('data', collect(stdout));
  child.stderr.on('data', collect(stderr));
  // A git that ends before it has read all its input is judged by its exit code, not by the broken pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  child.on('error', (error) => {
    settle(failureOf(error));
  });
  child.on('close', (exitCode) => {
    const output = { stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) };
    settle(stoppedBy === undefined ? { exitCode, ...output } : { stoppedBy });
  });
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself meanwhile.
  }
}

// Whoever tells all processes of a server to end waits for what the server still does; this one ends with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// What git is at, it brings to its end.
process.on('disconnect', () => process.exit());
process.on('message', (message: ToGitStarter) => {
  if (!('order' in message)) {
    stops.get(message.id)?.('abort');
    return;
  }
  try {
    run(message.id, message.order);
  } catch (error) {
    // Such as an argument that no process can have.
    answer(message.id, failureOf(error));
  }
});
