import { pathToFileURL } from 'node:url';
import { isBranchName } from '../../git/branch-name.ts';
import { listTree } from '../../git/tree-listing.ts';
import { runGit } from '../../git/run-git.ts';
import type { CodeHost, PullRequest, RepositoryRef } from '../code-host.ts';
import { BaseBranchNotFound } from '../errors.ts';
import { findPullRequestTemplate } from '../pull-request-template.ts';
import { resolveCommit, type LocalPullRequests } from './local-pull-requests.ts';
import type { LocalRepositories } from './local-repositories.ts';
import type { PullRequestRecord } from './pull-request-records.ts';

export interface LocalCodeHostOptions {
  readonly repositories: LocalRepositories;
  readonly pullRequests: LocalPullRequests;
  /** Absolute URL of a pull request's page, such as `https://docs.example.com/projects/{projectId}/pulls/{number}`. */
  readonly pullRequestUrl: (repository: RepositoryRef, number: number) => string | Promise<string>;
}

/** The code host for people without one: bare repositories in the data directory, reviewed on a page of our own. */
export function createLocalCodeHost({ repositories, pullRequests, pullRequestUrl }: LocalCodeHostOptions): CodeHost {
  const present = async (repository: RepositoryRef, record: PullRequestRecord): Promise<PullRequest> => ({
    number: record.number,
    url: await pullRequestUrl(repository, record.number),
    state: record.state,
    draft: record.draft,
  });

  return {
    kind: 'local',
    preflight: async (repository, signal) => {
      signal.throwIfAborted();
      const { name, path } = repositories.find(repository.url);
      const { stdout } = await runGit(['symbolic-ref', '--short', 'HEAD'], { gitDirectory: path });
      const defaultBranch = stdout.toString('utf8').trim();
      const baseBranch = repository.baseBranch ?? defaultBranch;
      const baseSha = isBranchName(baseBranch) ? await resolveCommit(path, `refs/heads/${baseBranch}`) : undefined;
      if (baseSha === undefined) throw new BaseBranchNotFound(name, baseBranch);
      const files = await listTree(path, baseSha);
      const template = files.get(findPullRequestTemplate([...files.keys()]) ?? '');
      return {
        webUrl: pathToFileURL(path).href,
        defaultBranch,
        baseBranch,
        baseSha,
        pullRequestTemplate: template?.kind === 'file' ? await readBlob(path, template.sha) : undefined,
      };
    },
    gitRemote: (repository) =>
      Promise.resolve({
        url: repositories.find(repository.url).path,
        authorizationHeader: undefined,
        isLocalPath: true,
      }),
    findPullRequest: async ({ repository, headBranch }) => {
      const records = await pullRequests.list(repositories.find(repository.url).path);
      const found = records.find((record) => record.headBranch === headBranch);
      return found === undefined ? undefined : present(repository, found);
    },
    ensurePullRequest: async ({ repository, headBranch, baseBranch, title, body, draft }) => {
      const { path } = repositories.find(repository.url);
      const record = await pullRequests.ensure(path, { headBranch, baseBranch, title, body, draft });
      return present(repository, record);
    },
  };
}

async function readBlob(gitDirectory: string, sha: string): Promise<string> {
  return (await runGit(['cat-file', 'blob', sha], { gitDirectory })).stdout.toString('utf8');
}
