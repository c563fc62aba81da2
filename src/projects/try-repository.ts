import type { CodeHost, RepositoryFacts, RepositoryRef } from '../codehost/code-host.ts';
import { CodeHostUnavailable } from '../codehost/errors.ts';
import { duration } from '../kernel/clock.ts';

/** Longest that a person waits for a code host. */
const patience = 20 * duration.second;

/** Tries for real, with the least that proves it, whether jobs could push and open pull requests. Throws what is missing. */
export async function tryRepository(codeHost: CodeHost, repository: RepositoryRef): Promise<RepositoryFacts> {
  const signal = AbortSignal.timeout(patience);
  try {
    return await codeHost.preflight(repository, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    const said = `there was no answer within ${patience / duration.second} seconds.`;
    throw new CodeHostUnavailable(codeHost.kind, said, error);
  }
}
