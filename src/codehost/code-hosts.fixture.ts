import { systemClock } from '../kernel/clock.ts';
import { createCodeHosts, type CodeHosts } from './code-hosts.ts';

/** All code hosts, as a server with this data directory has them. */
export function codeHostsIn(
  dataDirectory: string,
  { apiUrl = 'https://api.github.com', token }: { apiUrl?: string; token?: string } = {},
): CodeHosts {
  return createCodeHosts({
    local: {
      dataDirectory,
      roots: ['/'],
      isOneOfSeveral: false,
      clock: systemClock,
      pageUrlOf: (projectId) => `http://localhost/projects/${projectId}/pulls`,
    },
    github: { apiUrl, token },
  });
}
