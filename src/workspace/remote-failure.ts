import type { AppError } from '../kernel/app-error.ts';
import { GitFailed } from '../git/errors.ts';
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
const readings: readonly (readonly [pattern: RegExp, reading: (said: string) => AppError])[] = [
  [/SSL certificate problem|certificate verif|unable to get local issuer/i, (said) => new GitCertificateRefused(said)],
  [
    /returned error: 401|Authentication failed|could not read (?:Username|Password)/i,
    (said) => new GitCredentialsRefused(said),
  ],
  [
    /returned error: 403|Write access to repository not granted|Permission to \S+ denied/i,
    (said) => new GitForbidden(said),
  ],
  [
    /returned error: (?:404|410)|repository '[^'\n]*' not found|does not appear to be a git repository/i,
    (said) => new GitRepositoryNotFound(said),
  ],
  [/returned error: 30\d|unable to update url base from redirection/i, (said) => new GitRepositoryMoved(said)],
  [
    /returned error: (?:429|5\d\d)|HTTP (?:429|5\d\d)/i,
    (said) => new GitServerFailed(Number(/(?:error: |HTTP )(\d{3})/i.exec(said)?.[1]), said),
  ],
  [
    /could not resolve host|failed to connect|couldn't connect|connection (?:refused|reset|timed out)|empty reply|operation too slow|early eof|hung up|unexpected disconnect|RPC failed|SSL_(?:ERROR|connect)|gnutls|curl \d+/i,
    (said) => new GitUnreachable(said),
  ],
];

/** Turns what git said about a remote into the typed error it means; anything else comes back as it was. */
export function readRemoteFailure(error: unknown): unknown {
  if (!(error instanceof GitFailed)) return error;
  const said = importantLines(error.stderr);
  for (const [pattern, reading] of readings) if (pattern.test(error.stderr)) return reading(said);
  return error;
}

/** The lines that say what went wrong, without progress and advice; at most 600 characters. */
export function importantLines(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const important = lines.filter((line) => /^(?:fatal|error|remote|! )/.test(line) && !/^remote:\s*$/.test(line));
  return (important.length > 0 ? important : lines.filter(Boolean)).join(' | ').slice(0, 600);
}
