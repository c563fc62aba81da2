import { z } from 'zod';
import { isBranchName } from '../../git/branch-name.ts';
import type { RepositoryFacts } from '../code-host.ts';
import {
  BaseBranchNotFound,
  PermissionMissing,
  RepositoryArchived,
  RepositoryMoved,
  RepositoryNotFound,
} from '../errors.ts';
import { findPullRequestTemplate, templateOf } from '../pull-request-template.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { toUrlPath } from '../url-path.ts';
import { branchAnswer, contentAnswer, repositoryAnswer } from './github-answers.ts';

/** Finds out, before any token is spent, whether a job can read this repository, or end in a pull request to it. */
export async function githubPreflight(
  repository: OpenedRepository,
  wantedBranch: string | undefined,
  need: 'write' | 'read',
): Promise<RepositoryFacts> {
  const { path: name } = repository;
  const { data, headers } = await readRepository(repository);
  if (data.full_name.toLowerCase() !== name.toLowerCase()) throw new RepositoryMoved(name, data.html_url);
  const writes = need === 'write';
  if (writes && (data.archived || data.disabled)) throw new RepositoryArchived(name);
  // Classic tokens name their scopes in every answer.
  const scopes = headers.get('x-oauth-scopes') ?? '';
  if (writes && scopes !== '') checkScopes(scopes, data);

  const baseBranch = wantedBranch ?? data.default_branch;
  const [baseSha, pullRequestTemplate] = await Promise.all([
    readBranch(repository, baseBranch),
    readTemplate(repository, baseBranch),
    writes && scopes === '' ? probeWriting(repository, baseBranch) : undefined,
  ]);
  return { webUrl: data.html_url, defaultBranch: data.default_branch, baseBranch, baseSha, pullRequestTemplate };
}

/** Follows the redirect of a renamed repository, to name it. */
async function readRepository({ api, about, path: name }: OpenedRepository) {
  const asked = about('read the repository');
  const read = (path: string) =>
    api.exchange(
      {
        ...asked,
        path,
        refused({ status, location = '' }) {
          if (status === 404) return new RepositoryNotFound(name);
          const [target] = /\/repositories\/\d+$/.exec(location) ?? [];
          return target === undefined || target === path ? undefined : new Renamed(target);
        },
      },
      repositoryAnswer,
    );
  try {
    return await read(`/repos/${name}`);
  } catch (error) {
    if (!(error instanceof Renamed)) throw error;
    return read(error.target);
  }
}

class Renamed extends Error {
  readonly target: string;
  constructor(target: string) {
    super();
    this.target = target;
  }
}

async function readBranch({ api, about, path: name }: OpenedRepository, branch: string): Promise<string> {
  if (!isBranchName(branch)) throw new BaseBranchNotFound(name, branch);
  const { commit } = await api.send(
    {
      ...about('read branches'),
      path: `/repos/${name}/branches/${toUrlPath(branch)}`,
      refused: ({ status }) => (status === 404 ? new BaseBranchNotFound(name, branch) : undefined),
    },
    branchAnswer,
  );
  return commit.sha;
}

/** Only a classic token may do what its person may do. */
function checkScopes(
  scopes: string,
  { full_name: name, private: isPrivate, permissions }: z.infer<typeof repositoryAnswer>,
): void {
  if (permissions?.push === false) throw new PermissionMissing(name, 'push');
  const held = scopes.split(',').map((scope) => scope.trim());
  if (held.includes('repo') || (!isPrivate && held.includes('public_repo'))) return;
  throw new PermissionMissing(name, `push: it has the scopes ${scopes} and needs repo`);
}

/**
 * Fine-grained and App tokens do not say what they may do: `permissions` tells of the person, and of an App always that it
 * may not push. So we ask for two things that cannot be done: with the right GitHub answers 422, without it 403 or 404.
 * Nothing is created, because a ref cannot point to commit zero and a branch has no pull request into itself.
 */
async function probeWriting({ api, about, path: name }: OpenedRepository, baseBranch: string): Promise<void> {
  const probe = async (action: string, path: string, body: object): Promise<void> => {
    const request = {
      ...about(action),
      method: 'POST',
      path: `/repos/${name}/${path}`,
      body,
      isRepeatable: true,
    } as const;
    await api
      .send(
        {
          ...request,
          refused({ status }) {
            if (status === 404) return new PermissionMissing(name, action);
            // 409 is an empty repository, which the branch check names.
            return status === 409 || status === 422 ? new Refused() : undefined;
          },
        },
        z.unknown(),
      )
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      });
  };
  await Promise.all([
    probe('push (contents: write)', 'git/refs', { ref: 'refs/heads/docwright/preflight', sha: '0'.repeat(40) }),
    probe('open pull requests (pull requests: write)', 'pulls', {
      head: baseBranch,
      base: baseBranch,
      title: 'Docwright preflight',
    }),
  ]);
}

class Refused extends Error {}

async function readTemplate({ api, about, path: name }: OpenedRepository, ref: string): Promise<string | undefined> {
  const read = (path: string) =>
    api.send(
      {
        ...about('read contents'),
        path: `/repos/${name}/contents/${toUrlPath(path)}`,
        query: { ref },
        refused: ({ status }) => (status === 404 ? new Refused() : undefined),
      },
      contentAnswer,
    );
  const filesIn = async (folder: string): Promise<string[]> => {
    const listed = await read(folder).catch((error: unknown) => {
      if (error instanceof Refused) return [];
      throw error;
    });
    return Array.isArray(listed) ? listed.filter(({ type }) => type !== 'dir').map(({ path }) => path) : [];
  };
  const folders = await Promise.all(['.github', '', 'docs'].map(filesIn));
  const path = findPullRequestTemplate(folders.flat());
  if (path === undefined) return undefined;
  const file = await read(path);
  if (Array.isArray(file) || file.type !== 'file' || file.content === undefined) return undefined;
  return templateOf(Buffer.from(file.content, 'base64'));
}
