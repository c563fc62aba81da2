import { isBranchName } from '../../git/branch-name.ts';
import type { RepositoryFacts } from '../code-host.ts';
import type { Refusal } from '../api-requests.ts';
import {
  BaseBranchNotFound,
  PermissionMissing,
  RepositoryArchived,
  RepositoryMoved,
  RepositoryNotFound,
} from '../errors.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { findPullRequestTemplate, templateOf } from '../pull-request-template.ts';
import { branchAnswer, fileAnswer, folderAnswer, projectAnswer, tokenAnswer } from './gitlab-answers.ts';
import { projectPath } from './project-path.ts';

/** Finds out, before any token is spent, whether a job can read this repository, or end in a merge request to it. */
export async function gitlabPreflight(
  repository: OpenedRepository,
  wantedBranch: string | undefined,
  need: 'write' | 'read',
): Promise<RepositoryFacts> {
  const { api, about, path: name } = repository;
  const refused = ({ status, location = '' }: Refusal) => {
    if (status === 404) return new RepositoryNotFound(name);
    // GitLab leads from a former path to the number of the project.
    return status === 301 && /\/projects\/\d+$/.test(location) ? new RepositoryMoved(name, undefined) : undefined;
  };
  const asked = { ...about('read the repository'), path: projectPath(repository), refused };
  const facts = await api.send(asked, projectAnswer);
  if (facts.path_with_namespace.toLowerCase() !== name.toLowerCase()) throw new RepositoryMoved(name, facts.web_url);
  if (need === 'write') await requireWriting(repository, facts);

  const baseBranch = wantedBranch ?? facts.default_branch ?? 'main';
  if (!isBranchName(baseBranch)) throw new BaseBranchNotFound(name, baseBranch);
  const { commit } = await api.send(
    {
      ...about('read branches'),
      path: `${projectPath(repository)}/repository/branches/${encodeURIComponent(baseBranch)}`,
      refused: ({ status }) => (status === 404 ? new BaseBranchNotFound(name, baseBranch) : undefined),
    },
    branchAnswer,
  );
  return {
    webUrl: facts.web_url,
    defaultBranch: facts.default_branch ?? baseBranch,
    baseBranch,
    baseSha: commit.id,
    pullRequestTemplate: await readTemplate(repository, baseBranch),
  };
}

/** GitLab's number for the role that may push a branch and open a merge request. */
const developer = 30;

/** What the token's user may do in the project, then what the token may do of it. */
async function requireWriting(
  { api, about, path: name }: OpenedRepository,
  { archived, permissions, merge_requests_access_level: mergeRequests }: (typeof projectAnswer)['_output'],
): Promise<void> {
  if (archived) throw new RepositoryArchived(name);
  if (mergeRequests === 'disabled') throw new PermissionMissing(name, 'open merge requests, which are turned off');
  const levels = [permissions?.project_access, permissions?.group_access].map((each) => each?.access_level ?? 0);
  // An administrator has rights and no role, so nothing is shown.
  if (Math.max(...levels) > 0 && Math.max(...levels) < developer)
    throw new PermissionMissing(name, 'push: it has a role below Developer');
  const unknown: readonly string[] | undefined = undefined;
  const scopes = await api
    .send(
      {
        ...about('read its own scopes'),
        path: '/personal_access_tokens/self',
        refused: ({ status }) => (status === 404 || status === 400 ? new ScopesUnknown() : undefined),
      },
      tokenAnswer,
    )
    .then(
      (token) => token.scopes,
      (error: unknown) => {
        // A server before 16.0, or a token that may not ask: the push says what is missing.
        if (error instanceof ScopesUnknown || error instanceof PermissionMissing) return unknown;
        throw error;
      },
    );
  if (scopes !== undefined && !scopes.includes('api'))
    throw new PermissionMissing(name, `open merge requests: it has the scopes ${scopes.join(', ')} and needs api`);
}

class ScopesUnknown extends Error {}

const templateFolder = '.gitlab/merge_request_templates';

async function readTemplate(repository: OpenedRepository, ref: string): Promise<string | undefined> {
  const { api, about } = repository;
  const path = `${projectPath(repository)}/repository`;
  const asked = about('read contents');
  const entries = await api
    .send(
      {
        ...asked,
        path: `${path}/tree`,
        query: { path: templateFolder, ref, per_page: 100 },
        refused: ({ status }) => (status === 404 ? new FolderMissing() : undefined),
      },
      folderAnswer,
    )
    .catch((error: unknown) => {
      if (error instanceof FolderMissing) return [];
      throw error;
    });
  const files = entries.filter(({ type }) => type === 'blob').map((entry) => entry.path);
  const found = findPullRequestTemplate(files);
  if (found === undefined) return undefined;
  const file = { ...asked, path: `${path}/files/${encodeURIComponent(found)}`, query: { ref } };
  return templateOf(Buffer.from((await api.send(file, fileAnswer)).content, 'base64'));
}

class FolderMissing extends Error {}
