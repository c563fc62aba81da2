import type { CodeHost } from '../code-host.ts';
import { basicAuthorization, openServer, type ServerOptions } from '../server-connection.ts';
import { mayWriteToBitbucket, readBitbucketComments, replyOnBitbucket } from './bitbucket-discussion.ts';
import { bitbucketPreflight } from './bitbucket-preflight.ts';
import { ensureBitbucketPull, findBitbucketPull, presentPull } from './bitbucket-pull-requests.ts';
import { listBitbucketPulls, readBitbucketDiff, readBitbucketPull } from './bitbucket-review.ts';

/**
 * Bitbucket Cloud with `email:token` for the API token of an Atlassian account, or with the access token of a repository,
 * project or workspace.
 */
export function createBitbucketCodeHost({ token: credential, ...options }: ServerOptions): CodeHost {
  const colon = credential?.lastIndexOf(':') ?? -1;
  const email = credential?.slice(0, Math.max(0, colon)) ?? '';
  const server = openServer(
    { ...options, token: credential?.slice(colon + 1) },
    {
      apiUrl: (url) => (url === 'https://bitbucket.org' ? 'https://api.bitbucket.org/2.0' : `${url}/2.0`),
      authorize: (token) => ({
        authorization: email === '' ? `Bearer ${token}` : basicAuthorization(email, token),
      }),
      isTokenRefusal: ({ status }) => status === 401,
    },
  );
  return {
    kind: 'bitbucket',
    webUrl: server.webUrl,
    webHost: server.host,
    preflight: async (repository, signal, need = 'write') =>
      bitbucketPreflight(server.repository(repository.url, signal), repository.baseBranch, need),
    gitRemote: async ({ url }) => server.gitRemote(url, email === '' ? 'x-token-auth' : 'x-bitbucket-api-token-auth'),
    findPullRequest: async ({ repository, headBranch }, signal) => {
      const pull = await findBitbucketPull(server.repository(repository.url, signal), headBranch);
      return pull && presentPull(pull);
    },
    ensurePullRequest: async (request, signal) =>
      ensureBitbucketPull(server.repository(request.repository.url, signal), request),
    listPullRequests: async ({ url }, signal) => listBitbucketPulls(server.repository(url, signal)),
    readPullRequest: async ({ repository, number }, signal) =>
      readBitbucketPull(server.repository(repository.url, signal), number),
    readDiff: async ({ repository, number }, signal) =>
      readBitbucketDiff(server.repository(repository.url, signal), number),
    readComments: async ({ repository, number }, signal) =>
      readBitbucketComments(server.repository(repository.url, signal), number),
    mayWrite: async ({ repository, account }, signal) =>
      mayWriteToBitbucket(server.repository(repository.url, signal), account),
    reply: async ({ repository, ...reply }, signal) => {
      await replyOnBitbucket(server.repository(repository.url, signal), reply);
    },
  };
}
