import { spawn } from 'node:child_process';
import { access, constants, realpath, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { duration } from '../../kernel/clock.ts';
import { SandboxFilesTooLarge, SandboxFolderHidden, SandboxFolderUnreadable, SandboxUnavailable } from '../errors.ts';
import { createOutputTail } from '../readable-output.ts';
import type { SandboxLimits } from '../sandbox-limits.ts';
import type { SandboxedCommand, SandboxEnding } from '../sandbox.ts';
import { bubblewrapOptions, commandInside, descriptors, systemFolders, users } from './bubblewrap-options.ts';
import { isWithin, placesOf, placesToCover, type HiddenPlace } from './hidden-places.ts';
import { readWritten, writtenLimits } from '../written-files.ts';
import { systemCallFilter } from './system-call-filter.ts';
import { waitUntilGone } from './until-gone.ts';
import { limitReached, toMegabytes } from './limit-reached.ts';
import { takenBy, type Taken } from './watch-memory.ts';

export interface BubblewrapSettings {
  /** Folders that can be read inside, under their own paths. */
  readonly folders: readonly string[];
  /** Folders of which nothing can be seen inside, wherever they lie and however else the machine shows them. */
  readonly hidden: readonly string[];
  readonly limits: SandboxLimits;
  /** Its path. */
  readonly program: string;
  /** What a folder is called towards whoever may not know its path. */
  readonly tellFolder: (path: string, index: number) => string;
}

/** How often the memory of a command is looked at, in milliseconds. */
const lookEvery = 250;
/** What a command left running may still print once it has ended itself, in milliseconds. */
const lastWords = 500;
/** As root we give the command not even a user who owns something. */
const nobody = { uid: 65_534, gid: 65_534 };
export const notInstalled = '`bwrap` is not installed';
/** Most that is told of what bubblewrap itself says, in characters. */
const mostSaid = 500;
/** Most that the steps of our own script are, in characters; a command that takes hold of its shell may write there too. */
const mostSteps = 100;

/** What is known of a command while it runs. */
interface Seen {
  /** Outside, the number of the first process inside. */
  firstProcess?: number | undefined;
  isMade: boolean;
  isUnpacked: boolean;
  /** Times in a row that its memory could not be seen. */
  blindLooks: number;
  /** The highest samples. */
  peak: Taken;
  /** Of the command. */
  exitCode?: number;
  /** Why a limit ended it. */
  why?: string;
  /** What went wrong with us. */
  fault?: Error;
  /** What bubblewrap said. */
  said: string;
}

/** Runs one command in a sandbox of its own, from its making to when nothing of it is left; throws what `Sandbox.run` throws. */
export async function runBubblewrap(
  { folders, hidden, limits, program, tellFolder }: BubblewrapSettings,
  { command, files, keep = [] }: SandboxedCommand,
  signal: AbortSignal,
): Promise<SandboxEnding> {
  signal.throwIfAborted();
  const covered = await coverHidden(hidden, { folders, tellFolder });
  signal.throwIfAborted();
  const child = spawn(program, ['--args', String(descriptors.options), '--', ...commandInside(command, limits, keep)], {
    cwd: '/',
    // Also what the first process inside could read of its own.
    env: {},
    stdio: Array<'pipe'>(descriptors.archive + 1).fill('pipe'),
    ...(isRoot() && nobody),
  });
  const pipe = (descriptor: number): Socket => {
    const stream: unknown = child.stdio[descriptor as 3];
    if (!(stream instanceof Socket)) throw new Error(`descriptor ${descriptor} is not piped`);
    // A sandbox that cannot be made is told by how it ends.
    return stream.on('error', () => undefined);
  };

  const output = createOutputTail();
  const progress: Seen = { isMade: false, isUnpacked: false, blindLooks: 0, peak: { bytes: 0, threads: 0 }, said: '' };
  const written = { names: [] as Buffer[], archive: [] as Buffer[] };
  const timers: NodeJS.Timeout[] = [];
  const kill = (): void => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    try {
      // With its first process everything in a sandbox ends.
      if (progress.firstProcess !== undefined) process.kill(progress.firstProcess, 'SIGKILL');
    } catch {
      // It has ended by itself meanwhile.
    }
  };
  const stop = (because: string): void => {
    progress.why ??= because;
    kill();
  };
  const fail = (error: Error): void => {
    progress.fault ??= error;
    kill();
  };
  const onAbort = (): void => {
    fail(signal.reason as Error);
  };
  const look = async (): Promise<void> => {
    try {
      const taken = progress.firstProcess === undefined ? undefined : await takenBy(progress.firstProcess);
      progress.blindLooks = 0;
      if (taken === undefined) return;
      progress.peak = {
        bytes: Math.max(progress.peak.bytes, taken.bytes),
        threads: Math.max(progress.peak.threads, taken.threads),
      };
      if (taken.bytes > limits.memory) stop(`took more than ${toMegabytes(limits.memory)} of memory`);
    } catch (error) {
      progress.blindLooks += 1;
      // One that ends just then cannot be looked into either.
      if (progress.blindLooks > 1) fail(new SandboxUnavailable('what it takes of the memory cannot be seen', error));
    }
  };
  const onStep = (step: string): void => {
    if (step === 'made') progress.isMade = true;
    else if (step === 'unpacked') {
      progress.isUnpacked = true;
      void look();
      timers.push(setInterval(() => void look(), lookEvery));
    } else if (step.startsWith('exited ')) {
      progress.exitCode = Number(step.slice('exited '.length));
      timers.push(setTimeout(kill, lastWords));
    }
  };

  const gone = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      fail(new SandboxUnavailable(reasonOf(error), error));
      resolve();
    });
    child.on('close', () => {
      resolve();
    });
  });
  if (child.pid !== undefined) {
    signal.addEventListener('abort', onAbort, { once: true });
    timers.push(
      setTimeout(() => {
        stop(`ran longer than ${describeSeconds(limits.seconds)}`);
      }, limits.seconds * duration.second),
    );
    files.on('error', fail);
    pipe(0).on('error', () => files.destroy());
    files.pipe(pipe(0));
    pipe(1).on('data', (chunk: Buffer) => {
      output.add(chunk);
      if (output.size > limits.output) stop(`printed more than ${toMegabytes(limits.output)}`);
    });
    pipe(2).on('data', (chunk: Buffer) => {
      if (progress.said.length < mostSaid)
        progress.said = `${progress.said}${chunk.toString('utf8')}`.slice(0, mostSaid);
      else if (progress.isUnpacked) stop('spoke in the place of its sandbox');
    });
    pipe(descriptors.options).end(bubblewrapOptions({ folders, covered, limits }).join('\0') + '\0');
    pipe(descriptors.users).end(users);
    pipe(descriptors.filter).end(systemCallFilter() ?? '');
    pipe(descriptors.status).on('data', (chunk: Buffer) => {
      progress.firstProcess ??=
        Number(/"child-pid": (\d+)/.exec(chunk.toString('latin1'))?.[1] ?? Number.NaN) || undefined;
    });
    collect(pipe(descriptors.names), written.names, writtenLimits.names);
    collect(pipe(descriptors.archive), written.archive, writtenLimits.archive);
    let steps = '';
    pipe(descriptors.steps).on('data', (chunk: Buffer) => {
      const before = steps.lastIndexOf('\n') + 1;
      if (steps.length + chunk.length > mostSteps) {
        stop('spoke in the place of its sandbox');
        return;
      }
      steps += chunk.toString('latin1');
      for (const step of steps.slice(before).split('\n').slice(0, -1)) onStep(step);
    });
  }

  try {
    await gone;
    if (progress.firstProcess !== undefined) await waitUntilGone(progress.firstProcess);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    files.destroy();
  }
  if (progress.fault !== undefined) throw progress.fault;
  if (progress.why !== undefined) return { kind: 'stopped', why: progress.why, output: output.text() };
  if (!progress.isMade) {
    const unread = folders.findIndex((path) => progress.said.includes(`source path ${path}:`));
    if (unread >= 0) throw new SandboxFolderUnreadable(tellFolder(folders[unread] ?? '', unread));
    throw new SandboxUnavailable(
      withoutPaths(progress.said.trim(), { folders, tellFolder }) || 'it ended without a word',
    );
  }
  if (!progress.isUnpacked) throw new SandboxFilesTooLarge(progress.said.trim());
  if (progress.exitCode !== undefined) {
    const ended = { kind: 'exited', exitCode: progress.exitCode, output: output.text() } as const;
    const limit = ended.exitCode === 0 ? undefined : limitReached(ended, progress.peak, limits);
    const ending = limit === undefined ? ended : { ...ended, limit };
    if (keep.length === 0) return ending;
    return { ...ending, written: readWritten(Buffer.concat(written.names), Buffer.concat(written.archive)) };
  }
  return {
    kind: 'stopped',
    why: `was killed, by itself or because memory ran out (the limit is ${toMegabytes(limits.memory)})`,
    output: output.text(),
  };
}

/** Keeps at most so many bytes; a writer of more loses its reader. */
function collect(pipe: Socket, chunks: Buffer[], most: number): void {
  let size = 0;
  pipe.on('data', (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, most - size));
    size += chunk.length;
    if (size > most) pipe.destroy();
  });
}

/** Throws `SandboxFolderHidden` for a folder that lies in a hidden one. */
async function coverHidden(
  hidden: readonly string[],
  { folders, tellFolder }: Pick<BubblewrapSettings, 'folders' | 'tellFolder'>,
): Promise<HiddenPlace[]> {
  const places = await placesOf(hidden);
  for (const [index, folder] of [...folders, ...systemFolders].entries()) {
    const path = await realpath(folder).catch(() => folder);
    if (places.some((place) => isWithin(path, place)))
      throw new SandboxFolderHidden(index < folders.length ? tellFolder(folder, index) : folder);
  }
  return placesToCover(places, { visible: [...folders, ...systemFolders], canEnter });
}

/** Whether the user that a command runs as can enter a folder. */
async function canEnter(folder: string): Promise<boolean> {
  if (isRoot()) return ((await stat(folder)).mode & 0o001) !== 0;
  return access(folder, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Paths of the operator are not told to clients of a server. */
export const tellByNumber: BubblewrapSettings['tellFolder'] = (_, index) =>
  `folder ${index + 1} of DOCWRIGHT_BUILD_FOLDERS`;

function withoutPaths(
  output: string,
  { folders, tellFolder }: Pick<BubblewrapSettings, 'folders' | 'tellFolder'>,
): string {
  return folders.reduce((text, path, index) => text.replaceAll(path, tellFolder(path, index)), output);
}

function reasonOf(error: Error): string {
  return 'code' in error && error.code === 'ENOENT' ? notInstalled : 'it cannot be started';
}

function describeSeconds(seconds: number): string {
  return seconds % 60 === 0 && seconds > 60 ? `${seconds / 60} minutes` : `${seconds} seconds`;
}
