import type { Refusal } from '../api-requests.ts';
import { PullRequestNotFound } from '../errors.ts';
import type { OpenedRepository } from '../server-connection.ts';

/** Azure DevOps Services, and Azure DevOps Server 2022 and newer. */
const version = { 'api-version': '7.0' };

/** A request about the repository. `ending` follows its path. */
export function aboutRepository(
  { about, path }: OpenedRepository,
  action: string,
  { ending = '', query = {} }: { ending?: string; query?: Readonly<Record<string, string | number>> } = {},
) {
  const [project = '', name = ''] = path.split('/_git/');
  return {
    ...about(action),
    path: `/${project}/_apis/git/repositories/${name}${ending}`,
    query: { ...query, ...version },
  };
}

/** A request about one pull request, which may be missing. */
export function aboutPull(repository: OpenedRepository, number: number, ending = '') {
  return {
    ...aboutRepository(repository, 'read pull requests', {
      // Microsoft's description writes them so.
      ending: `/${ending === '' ? 'pullrequests' : 'pullRequests'}/${number}${ending}`,
    }),
    refused: ({ status }: Refusal) => (status === 404 ? new PullRequestNotFound(number) : undefined),
  };
}

/** The version of files at a branch or commit. */
export function versionQuery(versionType: 'branch' | 'commit', name: string, prefix = 'versionDescriptor.version') {
  return { [prefix]: name, [`${prefix}Type`]: versionType };
}
