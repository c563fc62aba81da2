import type { CodeHost, RepositoryFacts, RepositoryRef } from '../codehost/code-host.ts';
import { CodeHostUnavailable } from '../codehost/errors.ts';
import { duration } from '../kernel/clock.ts';
import { within } from '../kernel/within.ts';

/** Longest that a person waits for a code host. */
const patience = 20 * duration.second;

/** Tries for real, with the least that proves it, whether jobs could push and open pull requests, or only read. Throws what is missing. */
export async function tryRepository(
  codeHost: CodeHost,
  repository: RepositoryRef,
  need: 'write' | 'read' = 'write',
): Promise<RepositoryFacts> {
  return within(
    patience,
    (signal) => codeHost.preflight(repository, signal, need),
    (message, cause) => new CodeHostUnavailable(codeHost.kind, `${message}.`, cause),
  );
}
