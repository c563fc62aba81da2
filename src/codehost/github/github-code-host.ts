import type { AnswerCache } from '../conditional-requests.ts';
import type { CodeHost, RepositoryRef } from '../code-host.ts';
import { CredentialsMissing } from '../errors.ts';
import type { Patience } from '../repeat-request.ts';
import { requireBranchAllowed } from './github-branch-rules.ts';
import { githubPreflight } from './github-preflight.ts';
import { ensureGithubPull, findGithubPull, presentPull } from './github-pull-requests.ts';
import { mayWriteToGithub, readGithubComments, readGithubIssue, replyOnGithub } from './github-discussion.ts';
import { postGithubReview } from './github-post-review.ts';
import { readGithubCheckLog, readGithubChecks } from './github-checks.ts';
import { addGithubDetails, closeGithubPull, mergeGithubPull } from './github-decisions.ts';
import { listGithubPulls, readGithubDiff, readGithubPull } from './github-review.ts';
import { createGithubRequests, type GithubRequests } from './github-requests.ts';
import { parseRepositoryAddress, webUrlOf, type GithubRepository } from './repository-address.ts';

export interface GithubCodeHostOptions extends Patience {
  /** `https://api.github.com` unless it is an Enterprise Server, such as `https://ghe.example.com/api/v3`. */
  readonly apiUrl?: string;
  /** Undefined: everything that needs one throws `CredentialsMissing`. */
  readonly token: string | undefined;
  /** Shared by all connections to the server, so that what is polled costs no rate limit. */
  readonly cache?: AnswerCache;
}

/** GitHub and GitHub Enterprise with a personal access token, classic or fine-grained. */
export function createGithubCodeHost(options: GithubCodeHostOptions): CodeHost {
  const apiUrl = (options.apiUrl ?? 'https://api.github.com').replace(/\/$/, '');
  const webUrl = webUrlOf(apiUrl);
  const { token } = options;
  const reach = (repository: RepositoryRef): { requests: GithubRequests; target: GithubRepository } => ({
    target: parseRepositoryAddress(repository.url, webUrl),
    requests: createGithubRequests({ ...options, apiUrl, token }),
  });

  return {
    kind: 'github',
    webUrl: (address) => {
      const { owner, repo } = parseRepositoryAddress(address, webUrl);
      return `${webUrl}/${owner}/${repo}`;
    },
    webHost: new URL(webUrl).host,
    preflight: async (repository, signal, need = 'write') => {
      const { requests, target } = reach(repository);
      return githubPreflight(requests, target, { repository, need, signal });
    },
    requireBranchAllowed: async ({ repository, headBranch }, signal) => {
      const { requests, target } = reach(repository);
      await requireBranchAllowed(requests, target, { headBranch, signal });
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- adapters with short-lived tokens mint them here
    gitRemote: async (repository) => {
      const { owner, repo } = parseRepositoryAddress(repository.url, webUrl);
      if (token === undefined) throw new CredentialsMissing(new URL(webUrl).host);
      const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
      return { url: `${webUrl}/${owner}/${repo}.git`, authorizationHeader: `Basic ${basic}`, isLocalPath: false };
    },
    findPullRequest: async ({ repository, headBranch }, signal) => {
      const { requests, target } = reach(repository);
      const pull = await findGithubPull(requests, target, { headBranch }, signal);
      return pull === undefined ? undefined : presentPull(pull);
    },
    ensurePullRequest: async (request, signal) => {
      const { requests, target } = reach(request.repository);
      return ensureGithubPull(requests, target, request, signal);
    },
    listPullRequests: async (repository, signal) => {
      const { requests, target } = reach(repository);
      return listGithubPulls(requests, target, signal);
    },
    readPullRequest: async ({ repository, number }, signal) => {
      const { requests, target } = reach(repository);
      return readGithubPull(requests, target, { number, signal });
    },
    readDiff: async ({ repository, number }, signal) => {
      const { requests, target } = reach(repository);
      return readGithubDiff(requests, target, { number, signal });
    },
    readComments: async ({ repository, number }, signal) => {
      const { requests, target } = reach(repository);
      return readGithubComments(requests, target, { number, signal });
    },
    mayWrite: async ({ repository, account }, signal) => {
      const { requests, target } = reach(repository);
      return mayWriteToGithub(requests, target, { account, signal });
    },
    reply: async ({ repository, ...reply }, signal) => {
      const { requests, target } = reach(repository);
      await replyOnGithub(requests, target, { ...reply, signal });
    },
    reviews: {
      headRef: (number) => `refs/pull/${number}/head`,
      post: async (review, signal) => {
        const { requests, target } = reach(review.repository);
        await postGithubReview(requests, target, review, signal);
      },
    },
    addDetails: async ({ repository, ...details }, signal) => {
      const { requests, target } = reach(repository);
      return addGithubDetails(requests, target, { ...details, signal });
    },
    codeOwners: { places: ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'], dialect: 'globs' },
    readChecks: async ({ repository, sha }, signal) => {
      const { requests, target } = reach(repository);
      return readGithubChecks(requests, target, { sha, signal });
    },
    readCheckLog: async ({ repository, logId }, signal) => {
      const { requests, target } = reach(repository);
      return readGithubCheckLog(requests, target, { logId, signal });
    },
    merge: async ({ repository, number, head }, signal) => {
      const { requests, target } = reach(repository);
      await mergeGithubPull(requests, target, { number, head, signal });
    },
    close: async ({ repository, number }, signal) => {
      const { requests, target } = reach(repository);
      await closeGithubPull(requests, target, { number, signal });
    },
    readIssue: async ({ repository, number }, signal) => {
      const { requests, target } = reach(repository);
      return readGithubIssue(requests, target, { number, signal });
    },
  };
}
