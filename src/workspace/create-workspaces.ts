import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isBranchName } from '../git/branch-name.ts';
import { requireGit } from '../git/git-version.ts';
import type { Logger } from '../kernel/logger.ts';
import { UnsafeName } from './errors.ts';
import { tryFileLock, type FileLock } from './file-lock.ts';
import { findBranches } from './find-branches.ts';
import { mergeBase, readTip } from './merge-base.ts';
import { openMirror, type Mirror } from './mirror.ts';
import { createObjectReader, type ObjectReader } from './object-reader.ts';
import { openWorkspace } from './open-workspace.ts';
import { createPushRights } from './push-rights.ts';
import { assertSafeRemote } from './remote-address.ts';
import { removeStaleWorkspaces } from './remove-stale-workspaces.ts';
import { createTreePool } from './tree-pool.ts';
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
  const trees = createTreePool(logger);
  const pushRights = createPushRights();
  /** By the folders of their mirrors. */
  const readers = new Map<string, ObjectReader>();
  const readerOf = (mirror: string): ObjectReader => {
    const reader = readers.get(mirror) ?? createObjectReader(mirror);
    readers.set(mirror, reader);
    return reader;
  };
  let own: Promise<OwnDirectory> | undefined;

  const ownDirectory = async (): Promise<string> => {
    own ??= makeOwnDirectory(mirrorsDirectory, workspacesDirectory);
    try {
      return (await own).path;
    } catch (error) {
      // A full disk or a missing git may be put right while the server runs.
      own = undefined;
      throw error;
    }
  };

  const mirrorOf = async (remote: WorkspaceRequest['remote']): Promise<Mirror> => {
    assertSafeRemote(remote, dataDirectory);
    await ownDirectory();
    return openMirror(mirrorsDirectory, remote.url, readerOf);
  };

  return {
    open: async (request, signal) => {
      assertSafeNames(request);
      assertSafeRemote(request.remote, dataDirectory);
      const directory = join(await ownDirectory(), `${request.jobId}-${randomUUID().slice(0, 8)}`);
      const mirror = await openMirror(mirrorsDirectory, request.remote.url, readerOf);
      return openWorkspace({ mirror, trees, pushRights, directory, author, logger }, request, signal);
    },
    findBranches: async (request, signal) => {
      assertSafeBranches(request);
      return findBranches((await mirrorOf(request.remote)).directory, request, signal);
    },
    readTip: async ({ remote, branch }, signal) => {
      if (!isBranchName(branch)) throw new UnsafeName('the branch', branch);
      return readTip(await mirrorOf(remote), { remote, branch }, signal);
    },
    mergeBase: async (request, signal) => {
      assertSafeBranches(request);
      return mergeBase(await mirrorOf(request.remote), request, author, signal);
    },
    removeStale: (signal) => removeStaleWorkspaces({ mirrorsDirectory, workspacesDirectory, logger }, signal),
  };
}

/** The folder of this process. Its lock says to others that its owner is alive; held as long as the object is. */
interface OwnDirectory {
  readonly path: string;
  readonly lock: FileLock | undefined;
}

async function makeOwnDirectory(mirrorsDirectory: string, workspacesDirectory: string): Promise<OwnDirectory> {
  await requireGit();
  await mkdir(mirrorsDirectory, { recursive: true, mode: 0o700 });
  const path = join(workspacesDirectory, randomUUID());
  await mkdir(workspacesDirectory, { recursive: true, mode: 0o700 });
  // The lock comes first: a folder without one counts as left behind.
  const lock = tryFileLock(`${path}.lock`);
  await mkdir(path);
  return { path, lock };
}

function assertSafeNames({ jobId, headRef, ...branches }: WorkspaceRequest): void {
  if (headRef !== undefined && !/^refs\/[a-z-]{1,40}\/[1-9]\d{0,9}\/head$/.test(headRef))
    throw new UnsafeName('the ref of a pull request', headRef);
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(jobId)) throw new UnsafeName('the id of a job', jobId);
  assertSafeBranches(branches);
}

function assertSafeBranches({ baseBranch, headBranch }: Pick<WorkspaceRequest, 'baseBranch' | 'headBranch'>): void {
  if (!isBranchName(baseBranch)) throw new UnsafeName('the base branch', baseBranch);
  if (!isBranchName(headBranch) || headBranch === baseBranch) throw new UnsafeName('the head branch', headBranch);
}
