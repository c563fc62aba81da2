import type { CodeHostSettings } from '../contract/code-host-settings.ts';
import { systemClock } from '../kernel/clock.ts';
import { createCodeHosts, type CodeHosts } from './code-hosts.ts';

/** All code hosts of a server with this data directory and these settings. */
export function codeHostsIn(dataDirectory: string, settings: Partial<CodeHostSettings> = {}): CodeHosts {
  return createCodeHosts({
    local: {
      dataDirectory,
      roots: ['/'],
      isOneOfSeveral: false,
      clock: systemClock,
      pageUrlOf: (projectId) => `http://localhost/projects/${projectId}/pulls`,
    },
    github: { url: 'https://api.github.com', token: undefined },
    gitlab: { url: 'https://gitlab.com', token: undefined },
    gitea: { url: undefined, token: undefined },
    bitbucket: { url: 'https://bitbucket.org', token: undefined },
    azure: { url: undefined, token: undefined },
    ...settings,
  });
}
