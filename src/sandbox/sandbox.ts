import type { Readable } from 'node:stream';

/**
 * Runs a command that strangers wrote, on a copy of files, apart from the server: without network, secrets, or anything
 * that outlives it. Every adapter passes `sandbox.conformance.ts`.
 */
export interface Sandbox {
  /** Runs a command for real. Throws `SandboxUnavailable`, `SandboxFolderUnreadable` or `SandboxFolderHidden`. */
  requireAvailable(): Promise<void>;
  /**
   * One command at a time; the next one waits. Resolves however the command ended, once nothing of it is left. Throws
   * `SandboxUnavailable`, `SandboxBusy`, `SandboxFolderUnreadable`, `SandboxFolderHidden`, `SandboxFilesTooLarge`, what the
   * archive throws, and the signal's reason.
   */
  run(request: SandboxedCommand, signal: AbortSignal): Promise<SandboxEnding>;
}

export interface SandboxedCommand {
  /** For `/bin/sh`. */
  readonly command: string;
  /** A tar archive of the files that it works on. What it changes in them stays with it. */
  readonly files: Readable;
  /** Files and folders of the copy whose changes are handed back, `.` for all of it; none without it. */
  readonly keep?: readonly string[];
  /** Longest wait for other commands, in milliseconds; then `SandboxBusy` is thrown. By default unlimited. */
  readonly patience?: number;
}

export type SandboxEnding =
  /** The command ended; an exit code above 128 stands for a signal. `limit` completes the sentence "It failed: it ...". */
  | {
      readonly kind: 'exited';
      readonly exitCode: number;
      readonly output: string;
      readonly limit?: string;
      readonly written?: WrittenFiles;
    }
  /** A limit ended it: `why` completes the sentence "It was ended: it ...". */
  | { readonly kind: 'stopped'; readonly why: string; readonly output: string };

/** What a command that was asked to `keep` left in its copy. The command decides all of it, so it is data of strangers. */
export interface WrittenFiles {
  /** Files that were asked for, at most 512 KiB each. */
  readonly files: readonly WrittenFile[];
  /** Paths of everything else that it wrote. */
  readonly others: readonly string[];
  /** False where it wrote more than is handed back. */
  readonly isWhole: boolean;
}

export interface WrittenFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}
