import { isBranchName } from '../../git/branch-name.ts';
import type { RepositoryFacts } from '../code-host.ts';
import {
  BaseBranchNotFound,
  CredentialsRefused,
  PermissionMissing,
  RepositoryArchived,
  RepositoryMoved,
  RepositoryNotFound,
} from '../errors.ts';
import { probePermission } from '../probe-permission.ts';
import { readTemplate } from '../pull-request-template.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { branchAnswer, fileAnswer, folderAnswer, repositoryAnswer } from './azure-answers.ts';
import { branchOf } from './azure-pull-requests.ts';
import { aboutRepository, versionQuery } from './azure-requests.ts';

/** Checks that a job can read the repository and, if `need` is `write`, open a pull request. */
export async function azurePreflight(
  repository: OpenedRepository,
  wantedBranch: string | undefined,
  need: 'write' | 'read',
): Promise<RepositoryFacts> {
  const { api, server, path } = repository;
  const facts = await api.send(
    {
      ...aboutRepository(repository, 'read the repository'),
      refused: ({ status }) => (status === 404 ? new RepositoryNotFound(path) : undefined),
    },
    repositoryAnswer,
  );
  const named = [facts.project.name, facts.name].map(encodeURIComponent).join('/_git/');
  if (named.toLowerCase() !== path.toLowerCase()) throw new RepositoryMoved(path, `${server}/${named}`);
  if (need === 'write' && facts.isDisabled === true) throw new RepositoryArchived(path);

  const defaultBranch = branchOf(facts.defaultBranch ?? 'main');
  const baseBranch = wantedBranch ?? defaultBranch;
  if (!isBranchName(baseBranch)) throw new BaseBranchNotFound(path, baseBranch);
  const { commit } = await api.send(
    {
      ...aboutRepository(repository, 'read branches', { ending: '/stats/branches', query: { name: baseBranch } }),
      refused: ({ status }) =>
        status === 404 || status === 400 ? new BaseBranchNotFound(path, baseBranch) : undefined,
    },
    branchAnswer,
  );
  if (need === 'write') await probeWriting(repository, baseBranch);
  const pullRequestTemplate = await templateOf(repository, commit.commitId);
  return { webUrl: `${server}/${path}`, defaultBranch, baseBranch, baseSha: commit.commitId, pullRequestTemplate };
}

/**
 * Azure does not show a token's scopes, so this requests the impossible: a pull request from a branch whose name git forbids.
 * With the scope Azure answers 400 or 404, without it 401 or 403. Nothing is created.
 */
async function probeWriting(repository: OpenedRepository, branch: string): Promise<void> {
  const action = 'push and open pull requests';
  const [sourceRefName, targetRefName] = ['refs/heads/docwright..preflight', `refs/heads/${branch}`];
  const asked = aboutRepository(repository, action, { ending: '/pullrequests' });
  const body = { sourceRefName, targetRefName, title: 'Docwright preflight' };
  await probePermission(repository.api, { ...asked, method: 'POST', body }, [400, 404, 409]).catch((error: unknown) => {
    // The same token could read, so it is not wrong.
    throw error instanceof CredentialsRefused ? new PermissionMissing(repository.path, action) : error;
  });
}

function templateOf(repository: OpenedRepository, commit: string): Promise<string | undefined> {
  const ask = (query: Readonly<Record<string, string>>) =>
    aboutRepository(repository, 'read contents', {
      ending: '/items',
      query: { ...query, ...versionQuery('commit', commit) },
    });
  return readTemplate({
    list: async (folder) => {
      const asked = ask({ scopePath: `/${folder}`, recursionLevel: 'oneLevel' });
      const entries = await repository.api.send(asked, folderAnswer);
      return entries.map(({ path, isFolder = false }) => ({ path: path.slice(1), isFolder }));
    },
    read: async (path) => {
      const asked = ask({ path: `/${path}`, includeContent: 'true', $format: 'json' });
      return Buffer.from((await repository.api.send(asked, fileAnswer)).content ?? '');
    },
  });
}
