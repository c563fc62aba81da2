import { systemClock } from '../kernel/clock.ts';
import { createCodeHosts, type CodeHosts } from './code-hosts.ts';

/** All code hosts of a server with this data directory and these settings. */
export function codeHostsIn(
  dataDirectory: string,
  settings: Partial<Parameters<typeof createCodeHosts>[0]> = {},
): CodeHosts {
  return createCodeHosts({
    local: {
      dataDirectory,
      roots: ['/'],
      isOneOfSeveral: false,
      clock: systemClock,
      pageUrlOf: (projectId) => `http://localhost/projects/${projectId}/pulls`,
    },
    githubApp: { readApp: () => Promise.resolve(undefined), clock: systemClock },
    github: { url: 'https://api.github.com', token: undefined },
    gitlab: { url: 'https://gitlab.com', token: undefined },
    gitea: { url: undefined, token: undefined },
    bitbucket: { url: 'https://bitbucket.org', token: undefined },
    azure: { url: undefined, token: undefined },
    ...settings,
  });
}
