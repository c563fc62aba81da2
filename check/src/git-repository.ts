import { execFile } from 'node:child_process';
import { duration } from '../../src/kernel/clock.ts';
import type { HostedRepository } from './docs-check.ts';
import { repositoryAt } from './repository-at.ts';

const longest = 5 * duration.second;

/**
 * The repository that a folder is the whole of, by the remote that it was cloned from, without the credentials that may stand in
 * it, and the branch that is checked out. Undefined for a folder inside of one, and where there is no repository, no git, or no
 * remote on a code host.
 */
export async function readRepository(folder: string): Promise<HostedRepository | undefined> {
  if ((await ask(folder, 'rev-parse', '--show-prefix')) !== '') return undefined;
  const repository = repositoryAt((await ask(folder, 'config', '--local', '--get', 'remote.origin.url')) ?? '');
  if (repository === undefined) return undefined;
  const branch = await ask(folder, 'symbolic-ref', '--quiet', '--short', 'HEAD');
  return { url: `https://${repository}`, ...(branch !== undefined && { branch }) };
}

function ask(folder: string, ...question: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(
      'git',
      ['-C', folder, ...question],
      { encoding: 'utf8', timeout: longest, killSignal: 'SIGKILL' },
      (error, said) => {
        resolve(error === null ? said.trim() : undefined);
      },
    );
  });
}
