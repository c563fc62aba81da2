import type { CodeHost } from '../code-host.ts';
import { basicAuthorization, openServer, type ServerOptions } from '../server-connection.ts';
import { readAzureDiff } from './azure-diff.ts';
import { azurePreflight } from './azure-preflight.ts';
import { ensureAzurePull, findAzurePull, presentPull } from './azure-pull-requests.ts';
import { listAzurePulls, readAzureComments, readAzurePull } from './azure-review.ts';

/** One organization or collection of Azure DevOps, with a personal access token. */
export function createAzureCodeHost(options: ServerOptions): CodeHost {
  const server = openServer(options, {
    apiUrl: (url) => url,
    authorize: (token) => ({ authorization: basicAuthorization('', token) }),
    // Azure answers a wrong token with its page to sign in.
    isTokenRefusal: ({ status, location }) => status === 401 || status === 203 || /\/_signin\b/i.test(location),
  });
  return {
    kind: 'azure',
    webUrl: server.webUrl,
    webHost: server.host,
    preflight: async (repository, signal, need = 'write') =>
      azurePreflight(server.repository(repository.url, signal), repository.baseBranch, need),
    gitRemote: async ({ url }) => server.gitRemote(url, '', ''),
    findPullRequest: async ({ repository: { url }, headBranch }, signal) => {
      const repository = server.repository(url, signal);
      const pull = await findAzurePull(repository, headBranch);
      return pull && presentPull(repository, pull);
    },
    ensurePullRequest: async (request, signal) =>
      ensureAzurePull(server.repository(request.repository.url, signal), request),
    listPullRequests: async ({ url }, signal) => listAzurePulls(server.repository(url, signal)),
    readPullRequest: async ({ repository, number }, signal) =>
      readAzurePull(server.repository(repository.url, signal), number),
    readDiff: async ({ repository, number }, signal) =>
      readAzureDiff(server.repository(repository.url, signal), number),
    readComments: async ({ repository, number }, signal) =>
      readAzureComments(server.repository(repository.url, signal), number),
  };
}
