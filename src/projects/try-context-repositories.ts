import type { CodeHost } from '../codehost/code-host.ts';
import type { ProjectSettings } from '../contract/project.ts';
import { AppError } from '../kernel/app-error.ts';
import { ContextRepositoryUnreadable } from './errors.ts';
import { tryRepository } from './try-repository.ts';

type ContextRepositories = ProjectSettings['contextRepositories'];

/**
 * Tries those that were not set `before`, so that a job does not fail for what could be known when it was set. Throws
 * `ContextRepositoryUnreadable`, and what says that the code host itself is away.
 */
export async function tryContextRepositories(
  codeHost: CodeHost,
  contexts: ContextRepositories,
  before: ContextRepositories = [],
): Promise<void> {
  const knownKeys = new Set(before.map((repository) => JSON.stringify([repository.url, repository.branch])));
  for (const [index, { url, branch }] of contexts.entries()) {
    if (knownKeys.has(JSON.stringify([url, branch]))) continue;
    try {
      await tryRepository(codeHost, { url, baseBranch: branch }, 'read');
    } catch (error) {
      if (!(error instanceof AppError) || error.facts.away === true) throw error;
      throw new ContextRepositoryUnreadable(index, url, error.message);
    }
  }
}
