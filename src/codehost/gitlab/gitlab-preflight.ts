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
import { branchAnswer, developerRole, fileAnswer, folderAnswer, projectAnswer, tokenAnswer } from './gitlab-answers.ts';
import { projectPath } from './project-path.ts';

/** Checks that a job can read the repository and, if `need` is `write`, open a merge request. */
export async function gitlabPreflight(
  repository: OpenedRepository,
  wantedBranch: string | undefined,
  need: 'write' | 'read',
): Promise<RepositoryFacts> {
  const { api, about, path: name } = repository;
  const refused = ({ status, location = '' }: Refusal) => {
    if (status === 404) return new RepositoryNotFound(name);
    // GitLab redirects from a former path to the project's number.
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

/** Checks the role of the token's user, then the token's scopes. */
async function requireWriting(
  { api, about, path: name }: OpenedRepository,
  { archived, permissions, merge_requests_access_level: mergeRequests }: (typeof projectAnswer)['_output'],
): Promise<void> {
  if (archived) throw new RepositoryArchived(name);
  if (mergeRequests === 'disabled') throw new PermissionMissing(name, 'open merge requests, which are turned off');
  const levels = [permissions?.project_access, permissions?.group_access].map((each) => each?.access_level ?? 0);
  // An administrator may have no role in the project: level 0.
  if (Math.max(...levels) > 0 && Math.max(...levels) < developerRole)
    throw new PermissionMissing(name, 'push: it has a role below Developer');
  const unknownScopes: readonly string[] | undefined = undefined;
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
        // A server before 16.0, or a token that may not read its scopes: the push reports what is missing.
        if (error instanceof ScopesUnknown || error instanceof PermissionMissing) return unknownScopes;
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
  const templatePath = findPullRequestTemplate(files);
  if (templatePath === undefined) return undefined;
  const file = { ...asked, path: `${path}/files/${encodeURIComponent(templatePath)}`, query: { ref } };
  return templateOf(Buffer.from((await api.send(file, fileAnswer)).content, 'base64'));
}

class FolderMissing extends Error {}
