import { createApiRequests } from '../api-requests.ts';
import type { AnswerCache } from '../conditional-requests.ts';
import type { CodeHost, RepositoryRef } from '../code-host.ts';
import { CredentialsMissing, CredentialsRefused } from '../errors.ts';
import type { Patience } from '../repeat-request.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { requireBranchAllowed } from './github-branch-rules.ts';
import { mayWriteToGithub, readGithubComments, readGithubIssue, replyOnGithub } from './github-discussion.ts';
import { githubHeaders } from './github-headers.ts';
import { githubPreflight } from './github-preflight.ts';
import { ensureGithubPull, findGithubPull, presentPull } from './github-pull-requests.ts';
import { postGithubReview } from './github-post-review.ts';
import { readGithubCheckLog, readGithubChecks } from './github-checks.ts';
import { addGithubDetails, closeGithubPull, mergeGithubPull } from './github-decisions.ts';
import { listGithubPulls, readGithubDiff, readGithubPull } from './github-review.ts';
import type { InstallationTokens } from './installation-tokens.ts';
import { parseRepositoryAddress, webUrlOf } from './repository-address.ts';

export interface GithubCodeHostOptions extends Patience {
  /** `https://api.github.com` unless it is an Enterprise Server, such as `https://ghe.example.com/api/v3`. */
  readonly apiUrl?: string;
  /** Personal access token, classic or fine-grained. */
  readonly token: string | undefined;
  /** Used without a token. If no App is connected either, what needs a token throws `CredentialsMissing`. */
  readonly appTokens?: InstallationTokens | undefined;
  /** Shared by all connections to the server, so that what is polled costs no rate limit. */
  readonly cache?: AnswerCache;
}

/** GitHub and GitHub Enterprise with a token, or as a GitHub App. */
export function createGithubCodeHost({
  apiUrl: address,
  token,
  appTokens,
  cache,
  ...patience
}: GithubCodeHostOptions): CodeHost {
  const apiUrl = (address ?? 'https://api.github.com').replace(/\/$/, '');
  const webUrl = webUrlOf(apiUrl);
  const { host } = new URL(webUrl);
  const pathOf = ({ url }: RepositoryRef): string => {
    const { owner, repo } = parseRepositoryAddress(url, webUrl);
    return `${owner}/${repo}`;
  };
  const requireToken = async (path: string, signal: AbortSignal): Promise<string> => {
    const usable = token ?? (await appTokens?.tokenFor(path, signal));
    if (usable === undefined) throw new CredentialsMissing(host);
    return usable;
  };
  const open = async (path: string, signal: AbortSignal): Promise<OpenedRepository> => {
    const usable = await requireToken(path, signal);
    const api = createApiRequests({ ...patience, cache, apiUrl, authorization: githubHeaders(usable), token: usable });
    return { server: webUrl, path, api, about: (action) => ({ signal, repository: path, action }) };
  };
  /** A refused token of the App is minted again, which says why: such as an App that was uninstalled. */
  const reach = async <T>(
    repository: RepositoryRef,
    signal: AbortSignal,
    work: (opened: OpenedRepository) => Promise<T>,
  ): Promise<T> => {
    const path = pathOf(repository);
    try {
      return await work(await open(path, signal));
    } catch (error) {
      if (token !== undefined || appTokens === undefined || !(error instanceof CredentialsRefused)) throw error;
      appTokens.forget(path);
      return work(await open(path, signal));
    }
  };

  return {
    kind: 'github',
    webUrl: (url) => `${webUrl}/${pathOf({ url, baseBranch: undefined })}`,
    webHost: host,
    preflight: (repository, signal, need = 'write') =>
      reach(repository, signal, (opened) => githubPreflight(opened, repository.baseBranch, need)),
    requireBranchAllowed: ({ repository, headBranch }, signal) =>
      reach(repository, signal, (opened) => requireBranchAllowed(opened, headBranch)),
    gitRemote: async (repository, signal) => {
      const path = pathOf(repository);
      const basic = Buffer.from(`x-access-token:${await requireToken(path, signal)}`).toString('base64');
      return { url: `${webUrl}/${path}.git`, authorizationHeader: `Basic ${basic}`, isLocalPath: false };
    },
    findPullRequest: ({ repository, headBranch }, signal) =>
      reach(repository, signal, async (opened) => {
        const pull = await findGithubPull(opened, headBranch);
        return pull && presentPull(pull);
      }),
    ensurePullRequest: (request, signal) =>
      reach(request.repository, signal, (opened) => ensureGithubPull(opened, request)),
    listPullRequests: (repository, signal) => reach(repository, signal, listGithubPulls),
    readPullRequest: ({ repository, number }, signal) =>
      reach(repository, signal, (opened) => readGithubPull(opened, number)),
    readDiff: ({ repository, number }, signal) => reach(repository, signal, (opened) => readGithubDiff(opened, number)),
    readComments: ({ repository, number }, signal) =>
      reach(repository, signal, (opened) => readGithubComments(opened, number)),
    mayWrite: ({ repository, account }, signal) =>
      reach(repository, signal, (opened) => mayWriteToGithub(opened, account)),
    reply: ({ repository, ...reply }, signal) => reach(repository, signal, (opened) => replyOnGithub(opened, reply)),
    reviews: {
      headRef: (number) => `refs/pull/${number}/head`,
      post: (review, signal) => reach(review.repository, signal, (opened) => postGithubReview(opened, review)),
    },
    addDetails: ({ repository, ...details }, signal) =>
      reach(repository, signal, (opened) => addGithubDetails(opened, details)),
    codeOwners: { places: ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'], dialect: 'globs' },
    readChecks: ({ repository, sha }, signal) => reach(repository, signal, (opened) => readGithubChecks(opened, sha)),
    readCheckLog: ({ repository, logId }, signal) =>
      reach(repository, signal, (opened) => readGithubCheckLog(opened, { logId, signal })),
    merge: ({ repository, number, head }, signal) =>
      reach(repository, signal, (opened) => mergeGithubPull(opened, { number, head })),
    close: ({ repository, number }, signal) => reach(repository, signal, (opened) => closeGithubPull(opened, number)),
    readIssue: ({ repository, number }, signal) =>
      reach(repository, signal, (opened) => readGithubIssue(opened, number)),
  };
}
