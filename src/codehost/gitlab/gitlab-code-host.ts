import type { CodeHost } from '../code-host.ts';
import { openServer, type ServerOptions } from '../server-connection.ts';
import { readGitlabCheckLog, readGitlabChecks } from './gitlab-checks.ts';
import { addGitlabDetails, closeGitlabMerge, mergeGitlabMerge } from './gitlab-decisions.ts';
import { mayWriteToGitlab, readGitlabComments, readGitlabIssue, replyOnGitlab } from './gitlab-discussion.ts';
import { ensureGitlabMerge, findGitlabMerge, presentMerge } from './gitlab-merge-requests.ts';
import { gitlabPreflight } from './gitlab-preflight.ts';
import { postGitlabReview } from './gitlab-post-review.ts';
import { listGitlabMerges, readGitlabDiff, readGitlabMerge } from './gitlab-review.ts';

/** One GitLab server with a project, group or personal access token. Its merge requests are our pull requests. */
export function createGitlabCodeHost(options: ServerOptions): CodeHost {
  const authorize = (token: string) => ({ 'private-token': token });
  const server = openServer(options, { apiUrl: (url) => `${url}/api/v4`, authorize });
  return {
    kind: 'gitlab',
    webUrl: server.webUrl,
    webHost: server.host,
    preflight: async (repository, signal, need = 'write') =>
      gitlabPreflight(server.repository(repository.url, signal), repository.baseBranch, need),
    gitRemote: async ({ url }) => server.gitRemote(url, 'oauth2'),
    findPullRequest: async ({ repository, headBranch }, signal) => {
      const merge = await findGitlabMerge(server.repository(repository.url, signal), headBranch);
      return merge && presentMerge(merge);
    },
    ensurePullRequest: async (request, signal) =>
      ensureGitlabMerge(server.repository(request.repository.url, signal), request),
    listPullRequests: async ({ url }, signal) => listGitlabMerges(server.repository(url, signal)),
    readPullRequest: async ({ repository, number }, signal) =>
      readGitlabMerge(server.repository(repository.url, signal), number),
    readDiff: async ({ repository, number }, signal) =>
      readGitlabDiff(server.repository(repository.url, signal), number),
    readComments: async ({ repository, number }, signal) =>
      readGitlabComments(server.repository(repository.url, signal), number),
    mayWrite: async ({ repository, account }, signal) =>
      mayWriteToGitlab(server.repository(repository.url, signal), account),
    reply: async ({ repository, ...reply }, signal) => {
      await replyOnGitlab(server.repository(repository.url, signal), reply);
    },
    reviews: {
      headRef: (number) => `refs/merge-requests/${number}/head`,
      post: async (review, signal) => {
        await postGitlabReview(server.repository(review.repository.url, signal), review);
      },
    },
    addDetails: async ({ repository, ...details }, signal) =>
      addGitlabDetails(server.repository(repository.url, signal), details),
    codeOwners: { places: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'], dialect: 'sections' },
    readChecks: async ({ repository, sha }, signal) => readGitlabChecks(server.repository(repository.url, signal), sha),
    readCheckLog: async ({ repository, logId }, signal) =>
      readGitlabCheckLog(server.repository(repository.url, signal), logId),
    merge: async ({ repository, ...merge }, signal) => {
      await mergeGitlabMerge(server.repository(repository.url, signal), merge);
    },
    close: async ({ repository, number }, signal) => {
      await closeGitlabMerge(server.repository(repository.url, signal), number);
    },
    readIssue: async ({ repository, number }, signal) =>
      readGitlabIssue(server.repository(repository.url, signal), number),
  };
}
