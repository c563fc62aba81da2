import type { CodeHost } from '../code-host.ts';
import { openServer, type ServerOptions } from '../server-connection.ts';
import { readGiteaChecks } from './gitea-checks.ts';
import { addGiteaDetails, closeGiteaPull, mergeGiteaPull } from './gitea-decisions.ts';
import { mayWriteToGitea, readGiteaComments, readGiteaIssue, replyOnGitea } from './gitea-discussion.ts';
import { giteaPreflight } from './gitea-preflight.ts';
import { ensureGiteaPull, findGiteaPull, presentPull } from './gitea-pull-requests.ts';
import { postGiteaReview } from './gitea-post-review.ts';
import { listGiteaPulls, readGiteaDiff, readGiteaPull } from './gitea-review.ts';

/** One Gitea or Forgejo server with an access token. */
export function createGiteaCodeHost(options: ServerOptions): CodeHost {
  const authorize = (token: string) => ({ authorization: `token ${token}` });
  const server = openServer(options, { apiUrl: (url) => `${url}/api/v1`, authorize });
  return {
    kind: 'gitea',
    webUrl: server.webUrl,
    webHost: server.host,
    preflight: async (repository, signal, need = 'write') =>
      giteaPreflight(server.repository(repository.url, signal), repository.baseBranch, need),
    // Gitea accepts any user name with a token.
    gitRemote: async ({ url }) => server.gitRemote(url, 'docwright'),
    findPullRequest: async ({ repository, headBranch }, signal) => {
      const pull = await findGiteaPull(server.repository(repository.url, signal), headBranch);
      return pull && presentPull(pull);
    },
    ensurePullRequest: async (request, signal) =>
      ensureGiteaPull(server.repository(request.repository.url, signal), request),
    listPullRequests: async ({ url }, signal) => listGiteaPulls(server.repository(url, signal)),
    readPullRequest: async ({ repository, number }, signal) =>
      readGiteaPull(server.repository(repository.url, signal), number),
    readDiff: async ({ repository, number }, signal) =>
      readGiteaDiff(server.repository(repository.url, signal), number),
    readComments: async ({ repository, number }, signal) =>
      readGiteaComments(server.repository(repository.url, signal), number),
    mayWrite: async ({ repository, account }, signal) =>
      mayWriteToGitea(server.repository(repository.url, signal), account),
    reply: async ({ repository, ...reply }, signal) => {
      await replyOnGitea(server.repository(repository.url, signal), reply);
    },
    reviews: {
      headRef: (number) => `refs/pull/${number}/head`,
      post: async (review, signal) => {
        await postGiteaReview(server.repository(review.repository.url, signal), review);
      },
    },
    addDetails: async ({ repository, ...details }, signal) =>
      addGiteaDetails(server.repository(repository.url, signal), details),
    codeOwners: { places: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitea/CODEOWNERS'], dialect: 'expressions' },
    readChecks: async ({ repository, sha }, signal) => readGiteaChecks(server.repository(repository.url, signal), sha),
    merge: async ({ repository, ...merge }, signal) => {
      await mergeGiteaPull(server.repository(repository.url, signal), merge);
    },
    close: async ({ repository, number }, signal) => {
      await closeGiteaPull(server.repository(repository.url, signal), number);
    },
    readIssue: async ({ repository, number }, signal) =>
      readGiteaIssue(server.repository(repository.url, signal), number),
  };
}
