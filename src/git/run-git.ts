import { spawn } from 'node:child_process';
import { dirname, isAbsolute } from 'node:path';
import { duration } from '../kernel/clock.ts';
import { readStorageFaultOfText } from '../kernel/storage-fault.ts';
import { GitFailed, GitMissing, GitOutputTooLarge, GitTimedOut } from './errors.ts';
import { gitEnvironment, type GitAccess } from './git-environment.ts';
import { redactGitText } from './redact-git-text.ts';

export interface GitCall {
  /** Path of the repository; git never looks for one by itself. */
  readonly gitDirectory: string;
  readonly workTree?: string;
  readonly indexFile?: string;
  readonly input?: Uint8Array | string;
  /** Author, committer and dates. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Without it, no remote of any kind can be reached. */
  readonly access?: GitAccess;
  readonly signal?: AbortSignal;
  readonly timeoutSeconds?: number;
  /** Exit codes that are answers; any other throws `GitFailed`. Only 0 by default. */
  readonly answers?: readonly number[];
}

export interface GitOutput {
  readonly exitCode: number;
  readonly stdout: Buffer;
  /** Redacted. */
  readonly stderr: string;
}

const defaultTimeoutSeconds = 120;
const outputLimitBytes = 64 * 1024 * 1024;
/** Git removes its lock files on SIGTERM; after this it is killed. */
const graceMilliseconds = 2 * duration.second;

/**
 * Runs the system's git, hardened: no shell, no settings but ours, no prompt, no hook. An abort or a timeout ends the
 * whole process group. Throws a `StorageFault` of this machine, `GitFailed`, `GitTimedOut`, `GitOutputTooLarge`, `GitMissing`, or the
 * signal's reason.
 */
export function runGit(args: readonly [string, ...string[]], call: GitCall): Promise<GitOutput> {
  const subcommand = args.find((arg) => /^[a-z][a-z-]*$/.test(arg)) ?? args[0];
  const timeoutSeconds = call.timeoutSeconds ?? defaultTimeoutSeconds;
  return new Promise((resolve, reject) => {
    call.signal?.throwIfAborted();
    const child = spawn('git', args, {
      cwd: call.workTree ?? '/',
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...gitEnvironment(call.access),
        GIT_DIR: call.gitDirectory,
        ...(call.workTree === undefined ? {} : { GIT_WORK_TREE: call.workTree }),
        ...(call.indexFile === undefined ? {} : { GIT_INDEX_FILE: call.indexFile }),
        ...call.environment,
      },
    });
    let stopped: Error | undefined;
    let killer: NodeJS.Timeout | undefined;
    const stop = (reason: Error): void => {
      if (stopped !== undefined) return;
      stopped = reason;
      killGroup(child.pid, 'SIGTERM');
      killer = setTimeout(() => {
        killGroup(child.pid, 'SIGKILL');
      }, graceMilliseconds);
    };
    const onAbort = (): void => {
      stop(abortReason(call.signal));
    };
    const timer = setTimeout(() => {
      stop(new GitTimedOut(subcommand, timeoutSeconds));
    }, timeoutSeconds * duration.second);
    const settle = (): void => {
      clearTimeout(timer);
      clearTimeout(killer);
      call.signal?.removeEventListener('abort', onAbort);
    };
    call.signal?.addEventListener('abort', onAbort, { once: true });

    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let size = 0;
    const collect = (into: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size > outputLimitBytes) stop(new GitOutputTooLarge(subcommand, outputLimitBytes));
      else into.push(chunk);
    };
    child.stdout.on('data', collect(stdout));
    child.stderr.on('data', collect(stderr));
    // A git that ends before it has read all its input is judged by its exit code, not by the broken pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.end(call.input ?? '');

    child.on('error', (cause) => {
      settle();
      reject('code' in cause && cause.code === 'ENOENT' ? new GitMissing('none') : cause);
    });
    child.on('close', (exitCode) => {
      settle();
      if (stopped !== undefined) {
        reject(stopped);
        return;
      }
      const text = withoutFolders(Buffer.concat(stderr).toString('utf8'), [call.gitDirectory, call.workTree, ...args]);
      const said = redactGitText(text, call.access?.authorizationHeader);
      if (exitCode === null || !(call.answers ?? [0]).includes(exitCode)) {
        reject(readStorageFaultOfText(said) ?? new GitFailed(subcommand, exitCode, said));
      } else {
        resolve({ exitCode, stdout: Buffer.concat(stdout), stderr: said });
      }
    });
  });
}

/** Where things lie on this machine is for nobody who reads what git said. */
function withoutFolders(text: string, paths: readonly (string | undefined)[]): string {
  const folders = new Set(paths.flatMap((path) => (path !== undefined && isAbsolute(path) ? [dirname(path)] : [])));
  return [...folders]
    .filter((folder) => folder !== '/')
    .sort((one, other) => other.length - one.length)
    .reduce((shorter, folder) => shorter.replaceAll(`${folder}/`, ''), text);
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself meanwhile.
  }
}

function abortReason(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal?.reason });
}
