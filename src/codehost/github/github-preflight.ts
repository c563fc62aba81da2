import { z } from 'zod';
import { isBranchName } from '../../git/branch-name.ts';
import type { RepositoryFacts, RepositoryRef } from '../code-host.ts';
import {
  BaseBranchNotFound,
  PermissionMissing,
  RepositoryArchived,
  RepositoryMoved,
  RepositoryNotFound,
} from '../errors.ts';
import { findPullRequestTemplate, templateOf } from '../pull-request-template.ts';
import { branchAnswer, contentAnswer, repositoryAnswer } from './github-answers.ts';
import { GithubRefusal, type GithubRequests } from './github-requests.ts';
import type { GithubRepository } from './repository-address.ts';

/** Finds out, before any token is spent, whether a job can read this repository, or end in a pull request to it. */
export async function githubPreflight(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  { repository, need, signal }: { repository: RepositoryRef; need: 'write' | 'read'; signal: AbortSignal },
): Promise<RepositoryFacts> {
  const name = `${owner}/${repo}`;
  const read = { signal, repository: name, isRead: true, action: 'read the repository' };
  const { data, headers } = await requests
    .send((octokit) => octokit.rest.repos.get({ owner, repo }), repositoryAnswer, read)
    .catch(refusedAs(404, () => new RepositoryNotFound(name)));
  if (data.full_name.toLowerCase() !== name.toLowerCase()) throw new RepositoryMoved(name, data.html_url);
  const writes = need === 'write';
  if (writes && (data.archived || data.disabled)) throw new RepositoryArchived(name);
  if (writes && data.permissions?.push === false) throw new PermissionMissing(name, 'push');

  const baseBranch = repository.baseBranch ?? data.default_branch;
  const scopes = headers['x-oauth-scopes'];
  const saysItsScopes = scopes !== undefined && scopes !== '';
  if (writes && saysItsScopes) checkScopes(scopes, name, data.private);
  const [baseSha, pullRequestTemplate] = await Promise.all([
    readBranch(requests, { owner, repo }, baseBranch, signal),
    readTemplate(requests, { owner, repo }, baseBranch, signal),
    !writes || saysItsScopes ? undefined : probeWriting(requests, { owner, repo }, baseBranch, signal),
  ]);
  return { webUrl: data.html_url, defaultBranch: data.default_branch, baseBranch, baseSha, pullRequestTemplate };
}

async function readBranch(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  branch: string,
  signal: AbortSignal,
): Promise<string> {
  const name = `${owner}/${repo}`;
  if (!isBranchName(branch)) throw new BaseBranchNotFound(name, branch);
  const { data } = await requests
    .send((octokit) => octokit.rest.repos.getBranch({ owner, repo, branch }), branchAnswer, {
      signal,
      repository: name,
      isRead: true,
      action: 'read branches',
    })
    .catch(refusedAs(404, () => new BaseBranchNotFound(name, branch)));
  return data.commit.sha;
}

/** Classic tokens name their scopes in every answer. */
function checkScopes(scopes: string, repository: string, isPrivate: boolean): void {
  const held = scopes.split(',').map((scope) => scope.trim());
  if (held.includes('repo') || (!isPrivate && held.includes('public_repo'))) return;
  throw new PermissionMissing(repository, `push: it has the scopes ${scopes} and needs repo`);
}

/**
 * Fine-grained and App tokens do not say what they may do (`permissions` tells of the person, not of the token). So we
 * ask for two things that cannot be done: with the right GitHub answers 422, without it 403 or 404. Nothing is created,
 * because a ref cannot point to commit zero and a branch has no pull request into itself.
 */
async function probeWriting(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  baseBranch: string,
  signal: AbortSignal,
): Promise<void> {
  const name = `${owner}/${repo}`;
  const probe = (action: string): Parameters<GithubRequests['send']>[2] => ({
    signal,
    repository: name,
    isRead: true,
    action,
  });
  const accept = (action: string) => (error: unknown) => {
    if (error instanceof GithubRefusal && error.status === 404) throw new PermissionMissing(name, action);
    // 409 is an empty repository, which the branch check names.
    if (!(error instanceof GithubRefusal)) throw error;
  };
  await Promise.all([
    requests
      .send(
        (octokit) =>
          octokit.rest.git.createRef({ owner, repo, ref: 'refs/heads/docwright/preflight', sha: '0'.repeat(40) }),
        z.unknown(),
        probe('push (contents: write)'),
      )
      .catch(accept('push (contents: write)')),
    requests
      .send(
        (octokit) =>
          octokit.rest.pulls.create({ owner, repo, head: baseBranch, base: baseBranch, title: 'Docwright preflight' }),
        z.unknown(),
        probe('open pull requests (pull requests: write)'),
      )
      .catch(accept('open pull requests (pull requests: write)')),
  ]);
}

async function readTemplate(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  ref: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const sending = { signal, repository: `${owner}/${repo}`, isRead: true, action: 'read contents' };
  const folders = await Promise.all(
    ['.github', '', 'docs'].map((path) =>
      requests
        .send((octokit) => octokit.rest.repos.getContent({ owner, repo, path, ref }), contentAnswer, sending)
        .then(({ data }) =>
          Array.isArray(data) ? data.filter(({ type }) => type !== 'dir').map((entry) => entry.path) : [],
        )
        .catch(refusedAs(404, () => [])),
    ),
  );
  const path = findPullRequestTemplate(folders.flat());
  if (path === undefined) return undefined;
  const { data } = await requests.send(
    (octokit) => octokit.rest.repos.getContent({ owner, repo, path, ref }),
    contentAnswer,
    sending,
  );
  if (Array.isArray(data) || data.type !== 'file' || data.content === undefined) return undefined;
  return templateOf(Buffer.from(data.content, 'base64'));
}

/** Handler for one status: an `Error` is thrown, any other value taken as the answer. */
function refusedAs<T>(status: number, meaning: () => T): (error: unknown) => Exclude<T, Error> {
  return (error) => {
    if (!(error instanceof GithubRefusal) || error.status !== status) throw error;
    const means = meaning();
    if (means instanceof Error) throw means;
    return means as Exclude<T, Error>;
  };
}
