import { isBranchName } from '../../git/branch-name.ts';
import type { RepositoryFacts } from '../code-host.ts';
import {
  BaseBranchNotFound,
  PermissionMissing,
  RepositoryArchived,
  RepositoryMoved,
  RepositoryNotFound,
} from '../errors.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { probePermission } from '../probe-permission.ts';
import { readTemplate } from '../pull-request-template.ts';
import { toUrlPath } from '../url-path.ts';
import { branchAnswer, fileAnswer, folderAnswer, repositoryAnswer } from './gitea-answers.ts';

/** Checks that a job can read the repository and, if `need` is `write`, open a pull request. */
export async function giteaPreflight(
  repository: OpenedRepository,
  wantedBranch: string | undefined,
  need: 'write' | 'read',
): Promise<RepositoryFacts> {
  const { api, about, server, path: name } = repository;
  const facts = await api.send(
    {
      ...about('read the repository'),
      path: `/repos/${name}`,
      refused: ({ status, location = '' }) => {
        if (status === 404) return new RepositoryNotFound(name);
        const moved = /\/repos\/([\w.-]+\/[\w.-]+)$/.exec(location)?.[1];
        return moved === undefined ? undefined : new RepositoryMoved(name, `${server}/${moved}`);
      },
    },
    repositoryAnswer,
  );
  if (facts.full_name.toLowerCase() !== name.toLowerCase()) throw new RepositoryMoved(name, facts.html_url);
  const writes = need === 'write';
  if (writes && facts.archived) throw new RepositoryArchived(name);
  if (writes && facts.permissions?.push === false) throw new PermissionMissing(name, 'push');
  if (writes && !facts.has_pull_requests) throw new PermissionMissing(name, 'open pull requests, which are turned off');

  const baseBranch = wantedBranch ?? facts.default_branch;
  if (!isBranchName(baseBranch)) throw new BaseBranchNotFound(name, baseBranch);
  const { commit } = await api.send(
    {
      ...about('read branches'),
      path: `/repos/${name}/branches/${toUrlPath(baseBranch)}`,
      refused: ({ status }) => (status === 404 ? new BaseBranchNotFound(name, baseBranch) : undefined),
    },
    branchAnswer,
  );
  if (writes) await probeWriting(repository, baseBranch);
  return {
    webUrl: facts.html_url,
    defaultBranch: facts.default_branch,
    baseBranch,
    baseSha: commit.id,
    pullRequestTemplate: await templateOf(repository, baseBranch),
  };
}

/**
 * Gitea does not show a token's permissions; `permissions` are its owner's. So we request the impossible: a pull request of a
 * branch into itself. With permission Gitea answers 422 or 409, without it 403. Nothing is created.
 */
async function probeWriting({ api, about, path: name }: OpenedRepository, branch: string): Promise<void> {
  const body = { head: branch, base: branch, title: 'Docwright preflight' };
  const asked = {
    ...about('push and open pull requests'),
    method: 'POST',
    path: `/repos/${name}/pulls`,
    body,
  } as const;
  await probePermission(api, asked, [422, 409]);
}

function templateOf({ api, about, path: name }: OpenedRepository, branch: string): Promise<string | undefined> {
  const contents = (path: string) => ({
    ...about('read contents'),
    path: `/repos/${name}/contents${path === '' ? '' : `/${toUrlPath(path)}`}`,
    query: { ref: branch },
  });
  return readTemplate({
    list: async (folder) =>
      (await api.send(contents(folder), folderAnswer)).map(({ path, type }) => ({ path, isFolder: type === 'dir' })),
    read: async (path) => {
      const { type, content } = await api.send(contents(path), fileAnswer);
      return type === 'file' && typeof content === 'string' ? Buffer.from(content, 'base64') : undefined;
    },
  });
}
