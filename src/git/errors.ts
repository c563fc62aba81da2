import { AppError, defineError, type ErrorFacts } from '../kernel/app-error.ts';

/** Git ended with an exit code its caller did not expect, and nothing more particular is known. */
export class GitFailed extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'git_failed',
    status: 500,
    title: 'Git failed',
    remedy: "Read git's message. If the mirror is damaged, stop the server, delete the mirror and try again.",
    retryable: false,
  };
  readonly stderr: string;

  /** `stderr` must be redacted already. */
  constructor(subcommand: string, exitCode: number, stderr: string) {
    super(GitFailed.facts, `git ${subcommand} ended with ${exitCode}: ${stderr.trim() || 'no message'}`);
    this.stderr = stderr;
  }
}

/** Somebody else stopped it: whoever stops a server may stop all of its processes, and a system that is short of memory any. */
export const GitInterrupted = defineError(
  {
    code: 'git_interrupted',
    status: 503,
    title: 'Git was killed',
    remedy: 'Nothing to do: it is retried. If it happens while the server runs, check whether memory is short.',
    retryable: true,
  },
  (subcommand: string) => `git ${subcommand} was ended by a signal.`,
);

/** A git process took longer than it may and was stopped. */
export const GitTimedOut = defineError(
  {
    code: 'git_timeout',
    status: 504,
    title: 'Git timed out',
    remedy: 'Check the network between this machine and the code host. The operation is retried.',
    retryable: true,
  },
  (subcommand: string, timeoutSeconds: number) => `git ${subcommand} was stopped after ${timeoutSeconds} seconds.`,
);

/** What git printed is more than a caller may be handed. */
export const GitOutputTooLarge = defineError(
  {
    code: 'git_output_too_large',
    status: 413,
    title: 'Git output too large',
    remedy: 'Ask for less: a smaller change, or a smaller file.',
  },
  (subcommand: string, limitBytes: number) => `git ${subcommand} printed more than ${limitBytes} bytes.`,
);

/** There is no usable git on this machine. */
export const GitMissing = defineError(
  {
    code: 'git_missing',
    status: 500,
    title: 'Git is not installed',
    remedy: "Install git 2.38 or newer, and put it on the server's PATH.",
  },
  (version: string) => `Git 2.38 or newer is needed; found ${version}.`,
);
