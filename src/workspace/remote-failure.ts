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
const readings: readonly (readonly [patterns: readonly RegExp[], reading: (message: string) => AppError])[] = [
  [
    [/returned error: 401/i, /Authentication failed/i, /could not read (?:Username|Password)/i],
    (message) => new GitCredentialsRefused(message),
  ],
  [
    [/returned error: 403/i, /Write access to repository not granted/i, /Permission to \S+ denied/i],
    (message) => new GitForbidden(message),
  ],
  [
    [/returned error: (?:404|410)/i, /repository '[^'\n]*' not found/i, /does not appear to be a git repository/i],
    (message) => new GitRepositoryNotFound(message),
  ],
  [
    [/returned error: 30\d/i, /unable to update url base from redirection/i],
    (message) => new GitRepositoryMoved(message),
  ],
  [
    [/returned error: (?:429|5\d\d)/i, /HTTP (?:429|5\d\d)/i],
    (message) => new GitServerFailed(Number(/(?:error: |HTTP )(\d{3})/i.exec(message)?.[1]), message),
  ],
  // What is left of a connection that failed.
  [[/RPC failed/i, /gnutls/i, /curl \d+/i], (message) => new GitUnreachable(message)],
];

/** Turns what git said about the remote of that address into the typed error it means; anything else comes back as it was. */
export function readRemoteFailure(error: unknown, url: string): unknown {
  if (!(error instanceof GitFailed)) return error;
  const fault = faultOfConnection(error.stderr, url);
  if (fault?.certificate !== undefined) return new GitCertificateRefused(fault);
  const faultReading = readings.find(([patterns]) => patterns.some((pattern) => pattern.test(error.stderr)));
  if (faultReading !== undefined) return faultReading[1](importantLines(error.stderr));
  return fault === undefined ? error : new GitUnreachable(fault);
}

/** Lines of the other side are no evidence of the way to it. */
function faultOfConnection(stderr: string, url: string): ConnectionFault | undefined {
  const remote = URL.parse(url);
  if (remote === null) return undefined;
  const localOutput = stderr.replaceAll(/^remote:.*$/gm, '');
  return readPrintedFault(localOutput, { host: remote.host, proxy: proxyFor(remote)?.host });
}

/** The lines that say what went wrong, without progress and advice; at most 600 characters. */
export function importantLines(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const important = lines.filter((line) => /^(?:fatal|error|remote|! )/.test(line) && !/^remote:\s*$/.test(line));
  return (important.length > 0 ? important : lines.filter(Boolean)).join(' | ').slice(0, 600);
}
