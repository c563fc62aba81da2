import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isBranchName } from '../git/branch-name.ts';
import { requireGit } from '../git/git-version.ts';
import type { Logger } from '../kernel/logger.ts';
import { UnsafeNameError } from './errors.ts';
import { tryFileLock } from './file-lock.ts';
import { openMirror } from './mirror.ts';
import { openWorkspace } from './open-workspace.ts';
import { assertSafeRemote } from './remote-address.ts';
import { removeStaleWorkspaces } from './remove-stale-workspaces.ts';
import type { WorkspaceRequest, Workspaces } from './workspace.ts';

export interface WorkspacesOptions {
  /** Mirrors go to `mirrors/`, working copies to `workspaces/` in it. */
  readonly dataDirectory: string;
  readonly logger: Logger;
  /** Author and committer of every commit. */
  readonly author?: { readonly name: string; readonly email: string };
}

const defaultAuthor = { name: 'Docwright', email: 'docwright@localhost' };

export function createWorkspaces({ dataDirectory, logger, author = defaultAuthor }: WorkspacesOptions): Workspaces {
  const mirrorsDirectory = join(dataDirectory, 'mirrors');
  const workspacesDirectory = join(dataDirectory, 'workspaces');
  let own: Promise<string> | undefined;

  /** The folder of this process; its lock says to others that its owner is alive. */
  const ownDirectory = (): Promise<string> =>
    (own ??= (async () => {
      await requireGit();
      await mkdir(mirrorsDirectory, { recursive: true });
      const directory = join(workspacesDirectory, randomUUID());
      await mkdir(directory, { recursive: true });
      tryFileLock(`${directory}.lock`);
      return directory;
    })());

  return {
    open: async (request, signal) => {
      assertSafeNames(request);
      assertSafeRemote(request.remote, dataDirectory);
      const directory = join(await ownDirectory(), `${request.jobId}-${randomUUID().slice(0, 8)}`);
      const mirror = await openMirror(mirrorsDirectory, request.remote.url);
      return openWorkspace({ mirror, directory, author, logger }, request, signal);
    },
    removeStale: () => removeStaleWorkspaces({ mirrorsDirectory, workspacesDirectory, logger }),
  };
}

function assertSafeNames({ jobId, baseBranch, headBranch }: WorkspaceRequest): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(jobId)) throw new UnsafeNameError('the id of a job', jobId);
  if (!isBranchName(baseBranch)) throw new UnsafeNameError('the base branch', baseBranch);
  if (!isBranchName(headBranch) || headBranch === baseBranch) throw new UnsafeNameError('the head branch', headBranch);
}
