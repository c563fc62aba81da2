import { mkdir, rm } from 'node:fs/promises';
import { fileBehind } from '../git/file-behind.ts';
import { runGit, type GitCall } from '../git/run-git.ts';
import type { TreeEntry } from '../git/tree-listing.ts';
import type { Logger } from '../kernel/logger.ts';
import { archiveTree } from './archive-tree.ts';
import { filesOf, readFolder, submodule, symbolicLink, textOf, type Folder } from './folder.ts';
import { createHistory } from './history.ts';
import type { Mirror } from './mirror.ts';
import { pushBranch, removeBranch, tryPush } from './push-branch.ts';
import type { PushRights } from './push-rights.ts';
import { restoreSnapshot } from './snapshots.ts';
import { createStage } from './staged-tree.ts';
import type { CheckedOut, TreePool } from './tree-pool.ts';
import { openWorkingTree } from './working-tree.ts';
import type { Workspace, WorkspaceRequest } from './workspace.ts';

interface Place {
  readonly mirror: Mirror;
  readonly trees: TreePool;
  readonly pushRights: PushRights;
  /** Folder of this working copy only; created here, removed by `dispose`. */
  readonly directory: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly logger: Logger;
}

/** Fetches, chooses the start commit, checks it out. */
export async function openWorkspace(place: Place, request: WorkspaceRequest, signal: AbortSignal): Promise<Workspace> {
  const { mirror, trees, pushRights, directory, author, logger } = place;
  const { directory: gitDirectory, reader } = mirror;
  const { jobId } = request;
  const text = async (args: readonly [string, ...string[]], call: Partial<GitCall> = {}): Promise<string> =>
    (await runGit(args, { gitDirectory, ...call })).stdout.toString('utf8').trim();

  const started = performance.now();
  const branches = { base: request.baseBranch, head: request.headBranch, headRef: request.headRef };
  const tips =
    (await mirror.findTips(branches, request.branches)) ?? (await mirror.fetch(branches, request.remote, signal));
  await mkdir(directory, { recursive: true });
  // A leftover only takes space until `removeStale` or git removes it, so the job's result does not depend on it.
  const logLeftover = (error: unknown): void => {
    logger.warn({ jobId, error }, 'a working copy could not be removed');
  };
  const giveBack = (tree: CheckedOut): Promise<void> => trees.giveBack(gitDirectory, tree);
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });

  try {
    const resumed = request.resumeFrom;
    if (resumed !== undefined) await restoreSnapshot(gitDirectory, directory, resumed, signal);
    const startSha =
      resumed === undefined ? (tips.headSha ?? tips.baseSha) : await text(['rev-parse', `${resumed.commit}^`]);
    const parted =
      startSha === tips.baseSha ? '' : await text(['merge-base', tips.baseSha, startSha], { answers: [0, 1] });
    const baseSha = parted === '' ? tips.baseSha : parted;
    const checkedOut = await trees.checkOut(
      mirror,
      directory,
      await reader.treeOf(resumed?.commit ?? startSha),
      signal,
    );
    const tree = openWorkingTree(gitDirectory, checkedOut);
    const folderOf = async (commit: string): Promise<Folder> => {
      const sha = await reader.treeOf(commit);
      return sha === checkedOut.folder.sha ? checkedOut.folder : readFolder(reader, sha);
    };
    const startFolder = await folderOf(startSha);
    const baseFolder = baseSha === startSha ? startFolder : await folderOf(baseSha);
    logger.debug({ jobId, baseSha, milliseconds: performance.now() - started }, 'opened a working copy');

    let listing: Map<string, TreeEntry> | undefined;
    const base = (): Map<string, TreeEntry> => (listing ??= listFiles(baseFolder));
    const pathsOf = (mode: string): string[] =>
      [...filesOf(startFolder)].filter(([, file]) => file.mode === mode).map(([path]) => textOf(path));
    return {
      root: tree.root,
      baseSha,
      startSha,
      remoteHeadSha: tips.headSha,
      symbolicLinks: () => Promise.resolve(pathsOf(symbolicLink)),
      submodules: () => Promise.resolve(pathsOf(submodule)),
      stage: createStage({
        gitDirectory,
        tree,
        reader,
        jobId,
        base: { sha: baseSha, folder: baseFolder },
        start: { sha: startSha, folder: startFolder },
        author,
        resumed,
      }),
      listAtBase: () =>
        Promise.resolve(
          [...base()]
            .filter(([path, { kind }]) => kind !== 'submodule' && !path.includes('\u{fffd}'))
            .map(([path]) => path),
        ),
      readAtBase: async (path) => {
        const entry = base().get(path);
        return entry === undefined || entry.kind === 'submodule' ? undefined : reader.read(entry.sha);
      },
      findAtBase: async (path) => {
        const entries = base();
        const content = await fileBehind(entries, path, async (sha) => Buffer.from(await reader.read(sha)).toString());
        const entry = entries.get(content ?? '');
        if (content === undefined || entry === undefined) return undefined;
        const [bytes = 0] = await reader.sizes([entry.sha]);
        return { path: content, bytes };
      },
      archive: async (of, isLeftOut) => {
        const folder = of === 'base' ? baseFolder : (await tree.store()).folder;
        const paths = isLeftOut === undefined ? [] : [...listFiles(folder).keys()].filter(isLeftOut);
        return archiveTree(gitDirectory, folder.sha, paths);
      },
      ignored: async (paths) => {
        const submodules = pathsOf(submodule);
        const isInside = (path: string) => submodules.some((folder) => path.startsWith(`${folder}/`));
        // Files in a submodule belong to another repository, whose ignore rules git does not read.
        return [...paths.filter(isInside), ...(await tree.ignored(paths.filter((path) => !isInside(path))))];
      },
      history: createHistory(gitDirectory, baseSha),
      push: async (push, pushSignal) => {
        const pushed = await pushBranch(gitDirectory, request.headBranch, push, pushSignal);
        pushRights.prove(push.remote);
        return pushed;
      },
      async tryBranch(remote, trySignal) {
        const { headBranch } = request;
        if (pushRights.areProven(remote)) return;
        const push = { sha: baseSha, remote, expectedRemoteSha: undefined };
        if (remote.isLocalPath) {
          await pushBranch(gitDirectory, headBranch, push, trySignal);
          await removeBranch(gitDirectory, headBranch, push, trySignal);
        } else await tryPush(gitDirectory, headBranch, push, trySignal);
        pushRights.prove(remote);
      },
      dispose: async () => {
        await giveBack(checkedOut).catch(logLeftover);
        await remove().catch(logLeftover);
      },
    };
  } catch (error) {
    await remove().catch(logLeftover);
    throw error;
  }
}

function listFiles(folder: Folder): Map<string, TreeEntry> {
  const kinds: Record<string, TreeEntry['kind']> = { [symbolicLink]: 'symlink', [submodule]: 'submodule' };
  return new Map(
    [...filesOf(folder)].map(([path, { sha, mode }]) => [textOf(path), { sha, kind: kinds[mode] ?? 'file' }]),
  );
}
