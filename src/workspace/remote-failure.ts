import type { AppError } from '../kernel/app-error.ts';
import { GitFailed } from '../git/errors.ts';
import { readPrintedFault, type ConnectionFault } from '../outgoing/connection-fault.ts';
import { proxyFor } from '../outgoing/proxy.ts';
import {
  GitCredentialsRefused,
  GitCertificateRefused,
  GitForbidden,
  GitUnreachable,
  GitRepositoryMoved,
  GitRepositoryNotFound,
  GitServerFailed,
} from './errors.ts';

/** What failures of the way to the remote look like in git's C locale, the most particular first. */
const readings: readonly (readonly [patterns: readonly RegExp[], reading: (said: string) => AppError])[] = [
  [
    [/returned error: 401/i, /Authentication failed/i, /could not read (?:Username|Password)/i],
    (said) => new GitCredentialsRefused(said),
  ],
  [
    [/returned error: 403/i, /Write access to repository not granted/i, /Permission to \S+ denied/i],
    (said) => new GitForbidden(said),
  ],
  [
    [/returned error: (?:404|410)/i, /repository '[^'\n]*' not found/i, /does not appear to be a git repository/i],
    (said) => new GitRepositoryNotFound(said),
  ],
  [[/returned error: 30\d/i, /unable to update url base from redirection/i], (said) => new GitRepositoryMoved(said)],
  [
    [/returned error: (?:429|5\d\d)/i, /HTTP (?:429|5\d\d)/i],
    (said) => new GitServerFailed(Number(/(?:error: |HTTP )(\d{3})/i.exec(said)?.[1]), said),
  ],
  // What is left of a connection that failed.
  [[/RPC failed/i, /gnutls/i, /curl \d+/i], (said) => new GitUnreachable(said)],
];

/** Turns what git said about the remote of that address into the typed error it means; anything else comes back as it was. */
export function readRemoteFailure(error: unknown, url: string): unknown {
  if (!(error instanceof GitFailed)) return error;
  const fault = faultOfConnection(error.stderr, url);
  if (fault?.certificate !== undefined) return new GitCertificateRefused(fault);
  const found = readings.find(([patterns]) => patterns.some((pattern) => pattern.test(error.stderr)));
  if (found !== undefined) return found[1](importantLines(error.stderr));
  return fault === undefined ? error : new GitUnreachable(fault);
}

/** Lines of the other side are no evidence of the way to it. */
function faultOfConnection(stderr: string, url: string): ConnectionFault | undefined {
  const remote = URL.parse(url);
  if (remote === null) return undefined;
  const own = stderr.replaceAll(/^remote:.*$/gm, '');
  return readPrintedFault(own, { host: remote.host, proxy: proxyFor(remote)?.host });
}

/** The lines that say what went wrong, without progress and advice; at most 600 characters. */
export function importantLines(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const important = lines.filter((line) => /^(?:fatal|error|remote|! )/.test(line) && !/^remote:\s*$/.test(line));
  return (important.length > 0 ? important : lines.filter(Boolean)).join(' | ').slice(0, 600);
}
