import { devNull } from 'node:os';
import { dirname, isAbsolute } from 'node:path';
import { duration } from '../kernel/clock.ts';
import { readStorageFaultOfText } from '../kernel/storage-fault.ts';
import { GitFailed, GitInterrupted, GitMissing, GitOutputTooLarge, GitTimedOut } from './errors.ts';
import { gitEnvironment, type GitAccess } from './git-environment.ts';
import { startGit } from './git-starter.ts';
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
/**
 * Runs the system's git, hardened: no shell, no settings but ours, no prompt, no hook. An abort or a timeout ends the
 * whole process group. Throws a `StorageFault` of this machine, `GitFailed`, `GitInterrupted`, `GitTimedOut`, `GitOutputTooLarge`,
 * `GitMissing`, or the signal's reason.
 */
export async function runGit(args: readonly [string, ...string[]], call: GitCall): Promise<GitOutput> {
  const subcommand = args.find((arg) => /^[a-z][a-z-]*$/.test(arg)) ?? args[0];
  const timeoutSeconds = call.timeoutSeconds ?? defaultTimeoutSeconds;
  call.signal?.throwIfAborted();
  const environment = {
    ...gitEnvironment(call.access),
    GIT_DIR: call.gitDirectory,
    ...(call.workTree === undefined ? {} : { GIT_WORK_TREE: call.workTree }),
    ...(call.indexFile === undefined ? {} : { GIT_INDEX_FILE: call.indexFile }),
    ...call.environment,
  };
  const end = await startGit(
    {
      args: call.access?.isLocalPath === true ? withHardenedRemote(args, subcommand) : args,
      folder: call.workTree ?? '/',
      environment,
      input: call.input ?? '',
      timeoutMilliseconds: timeoutSeconds * duration.second,
      outputLimit: outputLimitBytes,
    },
    call.signal,
  );
  if ('failure' in end) {
    throw end.failure.code === 'ENOENT' ? new GitMissing('none') : new Error(end.failure.message);
  }
  if ('stoppedBy' in end) {
    if (end.stoppedBy === 'timeout') throw new GitTimedOut(subcommand, timeoutSeconds);
    if (end.stoppedBy === 'output') throw new GitOutputTooLarge(subcommand, outputLimitBytes);
    throw abortReason(call.signal);
  }
  const { exitCode } = end;
  const text = withoutFolders(new TextDecoder().decode(end.stderr), [call.gitDirectory, call.workTree, ...args]);
  const stderr = redactGitText(text, call.access?.authorizationHeader);
  if (exitCode === null) throw new GitInterrupted(subcommand);
  if (!(call.answers ?? [0]).includes(exitCode)) {
    const fault: Error | undefined = readStorageFaultOfText(stderr);
    throw fault ?? new GitFailed(subcommand, exitCode, stderr);
  }
  return { exitCode, stdout: Buffer.from(end.stdout.buffer, end.stdout.byteOffset, end.stdout.byteLength), stderr };
}

/** Git passes nothing of its settings to the git that it starts at the other end of a path, which would run that one's hooks. */
function withHardenedRemote(args: readonly string[], subcommand: string): readonly string[] {
  const program = { push: 'receive-pack', fetch: 'upload-pack', 'ls-remote': 'upload-pack' }[subcommand];
  if (program === undefined) return args;
  const at = args.indexOf(subcommand) + 1;
  return [...args.slice(0, at), `--${program}=git -c core.hooksPath=${devNull} ${program}`, ...args.slice(at)];
}

/** Where things lie on this machine is for nobody who reads what git said. */
function withoutFolders(text: string, paths: readonly (string | undefined)[]): string {
  const folders = new Set(paths.flatMap((path) => (path !== undefined && isAbsolute(path) ? [dirname(path)] : [])));
  return [...folders]
    .filter((folder) => folder !== '/')
    .sort((a, b) => b.length - a.length)
    .reduce((shorter, folder) => shorter.replaceAll(`${folder}/`, ''), text);
}

function abortReason(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal?.reason });
}
