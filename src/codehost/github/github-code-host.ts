import { createApiRequests } from '../api-requests.ts';
import type { CodeHost, RepositoryRef } from '../code-host.ts';
import { CredentialsMissing } from '../errors.ts';
import type { Patience } from '../repeat-request.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { requireBranchAllowed } from './github-branch-rules.ts';
import { mayWriteToGithub, readGithubComments, readGithubIssue, replyOnGithub } from './github-discussion.ts';
import { githubPreflight } from './github-preflight.ts';
import { ensureGithubPull, findGithubPull, presentPull } from './github-pull-requests.ts';
import { listGithubPulls, readGithubDiff, readGithubPull } from './github-review.ts';
import { parseRepositoryAddress, webUrlOf } from './repository-address.ts';

export interface GithubCodeHostOptions extends Patience {
  /** `https://api.github.com` unless it is an Enterprise Server, such as `https://ghe.example.com/api/v3`. */
  readonly apiUrl?: string;
  /** Undefined: everything that needs one throws `CredentialsMissing`. */
  readonly token: string | undefined;
}

/** GitHub and GitHub Enterprise with a personal access token, classic or fine-grained. */
export function createGithubCodeHost({ apiUrl: address, token, ...patience }: GithubCodeHostOptions): CodeHost {
  const apiUrl = (address ?? 'https://api.github.com').replace(/\/$/, '');
  const webUrl = webUrlOf(apiUrl);
  const { host } = new URL(webUrl);
  const pathOf = ({ url }: RepositoryRef): string => {
    const { owner, repo } = parseRepositoryAddress(url, webUrl);
    return `${owner}/${repo}`;
  };
  const requireToken = async (): Promise<string> => {
    if (token === undefined) throw new CredentialsMissing(host);
    return Promise.resolve(token);
  };
  const open = async (repository: RepositoryRef, signal: AbortSignal): Promise<OpenedRepository> => {
    const path = pathOf(repository);
    const requiredToken = await requireToken();
    const authorization = { authorization: `Bearer ${requiredToken}`, 'x-github-api-version': '2022-11-28' };
    const api = createApiRequests({ ...patience, apiUrl, authorization, token: requiredToken });
    return { server: webUrl, path, api, about: (action) => ({ signal, repository: path, action }) };
  };

  return {
    kind: 'github',
    webUrl: (url) => `${webUrl}/${pathOf({ url, baseBranch: undefined })}`,
    webHost: host,
    preflight: async (repository, signal, need = 'write') =>
      githubPreflight(await open(repository, signal), repository.baseBranch, need),
    requireBranchAllowed: async ({ repository, headBranch }, signal) => {
      await requireBranchAllowed(await open(repository, signal), headBranch);
    },
    gitRemote: async (repository) => {
      const basic = Buffer.from(`x-access-token:${await requireToken()}`).toString('base64');
      return {
        url: `${webUrl}/${pathOf(repository)}.git`,
        authorizationHeader: `Basic ${basic}`,
        isLocalPath: false,
      };
    },
    findPullRequest: async ({ repository, headBranch }, signal) => {
      const pull = await findGithubPull(await open(repository, signal), headBranch);
      return pull && presentPull(pull);
    },
    ensurePullRequest: async (request, signal) => ensureGithubPull(await open(request.repository, signal), request),
    listPullRequests: async (repository, signal) => listGithubPulls(await open(repository, signal)),
    readPullRequest: async ({ repository, number }, signal) => readGithubPull(await open(repository, signal), number),
    readDiff: async ({ repository, number }, signal) => readGithubDiff(await open(repository, signal), number),
    readComments: async ({ repository, number }, signal) => readGithubComments(await open(repository, signal), number),
    mayWrite: async ({ repository, account }, signal) => mayWriteToGithub(await open(repository, signal), account),
    reply: async ({ repository, ...reply }, signal) => {
      await replyOnGithub(await open(repository, signal), reply);
    },
    readIssue: async ({ repository, number }, signal) => readGithubIssue(await open(repository, signal), number),
  };
}
