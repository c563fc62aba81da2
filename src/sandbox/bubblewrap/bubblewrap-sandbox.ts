import { access, constants } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { SandboxBusy, SandboxFolderUnreadable, SandboxUnavailable } from '../errors.ts';
import { sandboxLimits } from '../sandbox-limits.ts';
import type { Sandbox } from '../sandbox.ts';
import { findProgram } from './find-program.ts';
import { notInstalled, runBubblewrap, tellByNumber, type BubblewrapSettings } from './run-bubblewrap.ts';

/** Longest that the trial of a sandbox may take, in seconds. */
const trialSeconds = 10;
/** Long enough to be looked at twice while it runs. */
const trialCommand = 'sleep 0.4';

/** Sandboxes made by bubblewrap, the program `bwrap` of the system. One command at a time, so that limits add up to no more. */
export function createBubblewrapSandbox({
  folders = [],
  hidden = [],
  limits = sandboxLimits,
  program = 'bwrap',
  tellFolder = tellByNumber,
}: Partial<BubblewrapSettings> = {}): Sandbox {
  let last: Promise<unknown> = Promise.resolve();
  /** Looked up each time: it may be installed, or upgraded, while the server runs. */
  const settings = (): BubblewrapSettings => {
    const path = findProgram(program);
    if (path === undefined) throw new SandboxUnavailable(notInstalled);
    return { folders, hidden, limits, program: path, tellFolder };
  };
  return {
    async requireAvailable() {
      await requireFolders(folders, tellFolder);
      const seconds = Math.min(limits.seconds, trialSeconds);
      const trial = { command: trialCommand, files: Readable.from([archiveOfNothing]) };
      const signal = new AbortController().signal;
      const ending = await runBubblewrap({ ...settings(), limits: { ...limits, seconds } }, trial, signal);
      if (ending.kind === 'stopped') throw new SandboxUnavailable(`\`${trialCommand}\` ${ending.why}`);
      if (ending.exitCode !== 0) throw new SandboxUnavailable(`\`${trialCommand}\` failed: ${ending.output}`);
    },
    async run(request, signal) {
      const before = last;
      const mine = Promise.withResolvers<undefined>();
      last = before.then(() => mine.promise);
      try {
        await untilTurn(before, signal, request.patience);
        await requireFolders(folders, tellFolder);
        return await runBubblewrap(settings(), request, signal);
      } finally {
        request.files.destroy();
        mine.resolve(undefined);
      }
    },
  };
}

/** A tar archive that ends where it begins. */
const archiveOfNothing = Buffer.alloc(1024);

async function requireFolders(folders: readonly string[], tellFolder: BubblewrapSettings['tellFolder']): Promise<void> {
  for (const [index, folder] of folders.entries()) {
    try {
      await access(folder, constants.R_OK | constants.X_OK);
    } catch (error) {
      throw new SandboxFolderUnreadable(tellFolder(folder, index), error);
    }
  }
}

/** Resolves when the command before has ended. Throws `SandboxBusy` after `patience`, or the signal's reason. */
async function untilTurn(before: Promise<unknown>, signal: AbortSignal, patience: number | undefined): Promise<void> {
  const givenUp = Promise.withResolvers<never>();
  const abort = (): void => {
    givenUp.reject(signal.reason as Error);
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', abort, { once: true });
  const timer =
    patience === undefined
      ? undefined
      : setTimeout(() => {
          givenUp.reject(new SandboxBusy());
        }, patience);
  try {
    await Promise.race([before, givenUp.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
