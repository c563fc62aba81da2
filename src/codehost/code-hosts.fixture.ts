import { systemClock } from '../kernel/clock.ts';
import { createCodeHosts, type CodeHosts } from './code-hosts.ts';
import { createLocalPullRequests } from './local/local-pull-requests.ts';
import { createLocalRepositories } from './local/local-repositories.ts';

/** All code hosts, as a server with this data directory has them. */
export function codeHostsIn(
  dataDirectory: string,
  { apiUrl = 'https://api.github.com', token }: { apiUrl?: string; token?: string } = {},
): CodeHosts {
  return createCodeHosts({
    local: {
      repositories: createLocalRepositories({ dataDirectory }),
      pullRequests: createLocalPullRequests({ clock: systemClock }),
      pageUrlOf: (projectId) => `http://localhost/projects/${projectId}/pulls`,
    },
    github: { apiUrl, token },
  });
}
