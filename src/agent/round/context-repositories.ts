import type { CodeHost, RepositoryRef } from '../../codehost/code-host.ts';
import type { Workspaces } from '../../workspace/workspace.ts';
import { attachmentsContext } from '../../contract/attachment.ts';
import { trimEndOf } from '../../kernel/trim-characters.ts';

/** Checked-out repositories that the agent may read and not change, by the name it knows them under. */
export interface ContextRepositories {
  readonly folders: Readonly<Record<string, string>>;
  /** What each of these names is at the code host. */
  readonly repositories: Readonly<Record<string, RepositoryRef>>;
  dispose(): Promise<void>;
}

/** Opens the context repositories of a project on the code host of the project. */
export async function openContextRepositories({
  jobId,
  wanted: requested,
  codeHost,
  workspaces,
  signal,
}: {
  jobId: string;
  wanted: readonly { readonly url: string; readonly branch?: string | undefined }[];
  codeHost: CodeHost;
  workspaces: Workspaces;
  signal: AbortSignal;
}): Promise<ContextRepositories> {
  const folders: Record<string, string> = {};
  const repositories: Record<string, RepositoryRef> = {};
  const opened: { dispose(): Promise<void> }[] = [];
  const dispose = async (): Promise<void> => {
    for (const workspace of opened) await workspace.dispose();
  };
  try {
    for (const [index, { url, branch }] of requested.entries()) {
      const repository: RepositoryRef = { url, baseBranch: branch };
      const { baseBranch } = await codeHost.preflight(repository, signal, 'read');
      const remote = await codeHost.gitRemote(repository, signal);
      const request = { jobId: `${jobId}-context-${index}`, remote, baseBranch, resumeFrom: undefined };
      // Never pushed: the branch only has to have a name that nothing else uses.
      const workspace = await workspaces.open({ ...request, headBranch: `docwright/context-${jobId}` }, signal);
      opened.push(workspace);
      const name = freeName(url, folders);
      folders[name] = workspace.root;
      repositories[name] = repository;
    }
    return { folders, repositories, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** `https://github.com/acme/api.git` is `api`; a second one of that name is `api-2`. */
function freeName(url: string, usedNames: Readonly<Record<string, string>>): string {
  const last = trimEndOf(url, '/').split(/[/:]/).at(-1) ?? '';
  const name = last.replace(/\.git$/, '').replace(/[^\w.-]/g, '-') || 'repository';
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}-${count}`;
    if (!(candidate in usedNames) && candidate !== attachmentsContext) return candidate;
  }
}
