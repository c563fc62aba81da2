import { isBranchName } from '../../git/branch-name.ts';
import type { RepositoryFacts } from '../code-host.ts';
import { BaseBranchNotFound, RepositoryMoved, RepositoryNotFound } from '../errors.ts';
import { probePermission } from '../probe-permission.ts';
import { readTemplate } from '../pull-request-template.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { toUrlPath } from '../url-path.ts';
import { branchAnswer, fileAnswer, pageOf, repositoryAnswer, textAnswer } from './bitbucket-answers.ts';

/** Checks that a job can read the repository and, if `need` is `write`, push and open a pull request. */
export async function bitbucketPreflight(
  repository: OpenedRepository,
  wantedBranch: string | undefined,
  need: 'write' | 'read',
): Promise<RepositoryFacts> {
  const { api, about, path: name } = repository;
  const facts = await api.send(
    {
      ...about('read the repository'),
      path: `/repositories/${name}`,
      refused: ({ status }) => (status === 404 ? new RepositoryNotFound(name) : undefined),
    },
    repositoryAnswer,
  );
  if (facts.full_name.toLowerCase() !== name.toLowerCase()) throw new RepositoryMoved(name, facts.links.html.href);

  const baseBranch = wantedBranch ?? facts.mainbranch?.name ?? 'main';
  if (!isBranchName(baseBranch)) throw new BaseBranchNotFound(name, baseBranch);
  const { target } = await api.send(
    {
      ...about('read branches'),
      path: `/repositories/${name}/refs/branches/${toUrlPath(baseBranch)}`,
      refused: ({ status }) => (status === 404 ? new BaseBranchNotFound(name, baseBranch) : undefined),
    },
    branchAnswer,
  );
  if (need === 'write') await probeWriting(repository, baseBranch, target.hash);
  return {
    webUrl: facts.links.html.href,
    defaultBranch: facts.mainbranch?.name ?? baseBranch,
    baseBranch,
    baseSha: target.hash,
    pullRequestTemplate: await templateOf(repository, target.hash),
  };
}

/** Git allows no branch of this name. */
const impossibleBranch = 'docwright..preflight';

/**
 * Bitbucket does not show a token's scopes, so this requests the impossible: such a branch, and a pull request from it. With
 * the scope Bitbucket answers 400, without it 403. Nothing is created.
 */
async function probeWriting({ api, about, path: name }: OpenedRepository, branch: string, hash: string): Promise<void> {
  const probe = async (action: string, ending: string, body: object) =>
    probePermission(
      api,
      { ...about(action), method: 'POST', path: `/repositories/${name}/${ending}`, body },
      [400, 404],
    );
  await probe('push', 'refs/branches', { name: impossibleBranch, target: { hash } });
  await probe('open pull requests', 'pullrequests', {
    title: 'Docwright preflight',
    source: { branch: { name: impossibleBranch } },
    destination: { branch: { name: branch } },
  });
}

function templateOf({ api, about, path: name }: OpenedRepository, hash: string): Promise<string | undefined> {
  const place = (path: string) => ({ ...about('read contents'), path: `/repositories/${name}/src/${hash}/${path}` });
  return readTemplate({
    list: async (folder) => {
      const asked = { ...place(folder === '' ? '' : `${toUrlPath(folder)}/`), query: { pagelen: 100 } };
      const entries = await api.list(asked, pageOf(fileAnswer), { most: 1_000 });
      return entries.map(({ path, type }) => ({ path, isFolder: type === 'commit_directory' }));
    },
    read: async (path) => Buffer.from(await api.send(place(toUrlPath(path)), textAnswer)),
  });
}
