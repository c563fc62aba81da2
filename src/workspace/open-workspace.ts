import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileBehind } from '../git/file-behind.ts';
import { runGit, type GitCall } from '../git/run-git.ts';
import { listTree, type TreeEntry } from '../git/tree-listing.ts';
import type { Logger } from '../kernel/logger.ts';
import { archiveTree } from './archive-tree.ts';
import { createHistory } from './history.ts';
import type { Mirror } from './mirror.ts';
import { createObjectReader } from './object-reader.ts';
import { pushBranch, removeBranch, tryPush } from './push-branch.ts';
import { restoreSnapshot, snapshotRef } from './snapshots.ts';
import { createStage } from './staged-tree.ts';
import { checkOutTree } from './working-tree.ts';
import type { Workspace, WorkspaceRequest } from './workspace.ts';

interface Place {
  readonly mirror: Mirror;
  /** Folder of this working copy only; created here, removed by `dispose`. */
  readonly directory: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly logger: Logger;
}

/** Fetches, chooses the start commit, checks it out. */
export async function openWorkspace(place: Place, request: WorkspaceRequest, signal: AbortSignal): Promise<Workspace> {
  const { mirror, directory, author, logger } = place;
  const gitDirectory = mirror.directory;
  const { jobId } = request;
  const text = async (args: readonly [string, ...string[]], call: Partial<GitCall> = {}): Promise<string> =>
    (await runGit(args, { gitDirectory, ...call })).stdout.toString('utf8').trim();

  const started = performance.now();
  const branches = { base: request.baseBranch, head: request.headBranch, headRef: request.headRef };
  const tips = await mirror.fetch(branches, request.remote, signal);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'mirror'), gitDirectory);
  // A leftover only takes space until `removeStale` or git removes it, so the job's result does not depend on it.
  const logLeftover = (error: unknown): void => {
    logger.warn({ jobId, error }, 'a working copy could not be removed');
  };
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });

  try {
    const resumed = request.resumeFrom;
    if (resumed !== undefined) await restoreSnapshot(gitDirectory, directory, resumed, signal);
    const startSha =
      resumed === undefined ? (tips.headSha ?? tips.baseSha) : await text(['rev-parse', `${resumed.commit}^`]);
    const parted =
      startSha === tips.baseSha ? '' : await text(['merge-base', tips.baseSha, startSha], { answers: [0, 1] });
    const baseSha = parted === '' ? tips.baseSha : parted;
    const tree = await checkOutTree(gitDirectory, directory, resumed?.commit ?? startSha, signal);
    const reader = createObjectReader(gitDirectory);
    logger.debug({ jobId, baseSha, milliseconds: performance.now() - started }, 'opened a working copy');

    const listings = new Map<string, Promise<Map<string, TreeEntry>>>();
    const list = (commit: string): Promise<Map<string, TreeEntry>> => {
      const listing = listings.get(commit) ?? listTree(gitDirectory, commit);
      listings.set(commit, listing);
      return listing;
    };
    const base = (): Promise<Map<string, TreeEntry>> => list(baseSha);
    const pathsOf = async (wanted: TreeEntry['kind']): Promise<string[]> => {
      const entries = await list(startSha);
      return [...entries].filter(([, { kind }]) => kind === wanted).map(([path]) => path);
    };
    return {
      root: tree.root,
      baseSha,
      startSha,
      remoteHeadSha: tips.headSha,
      symbolicLinks: () => pathsOf('symlink'),
      submodules: () => pathsOf('submodule'),
      stage: createStage({ gitDirectory, tree, reader, jobId, baseSha, startSha, author, resumed, text }),
      listAtBase: async () =>
        [...(await base())]
          .filter(([path, { kind }]) => kind !== 'submodule' && !path.includes('\u{fffd}'))
          .map(([path]) => path),
      readAtBase: async (path) => {
        const entry = (await base()).get(path);
        return entry === undefined || entry.kind === 'submodule' ? undefined : reader.read(entry.sha);
      },
      findAtBase: async (path) => {
        const entries = await base();
        const content = await fileBehind(entries, path, async (sha) => Buffer.from(await reader.read(sha)).toString());
        const entry = entries.get(content ?? '');
        if (content === undefined || entry === undefined) return undefined;
        const [bytes = 0] = await reader.sizes([entry.sha]);
        return { path: content, bytes };
      },
      archive: async (of, isLeftOut) => {
        const treeish = of === 'base' ? baseSha : await tree.writeTree();
        const paths =
          isLeftOut === undefined ? [] : [...(await listTree(gitDirectory, treeish)).keys()].filter(isLeftOut);
        return archiveTree(gitDirectory, treeish, paths);
      },
      ignored: async (paths) => {
        const submodules = await pathsOf('submodule');
        const isInside = (path: string) => submodules.some((folder) => path.startsWith(`${folder}/`));
        // Files in a submodule belong to another repository, whose ignore rules git does not read.
        return [...paths.filter(isInside), ...(await tree.ignored(paths.filter((path) => !isInside(path))))];
      },
      history: createHistory(gitDirectory, baseSha),
      push: (push, pushSignal) => pushBranch(gitDirectory, request.headBranch, push, pushSignal),
      async tryBranch(remote, trySignal) {
        const { headBranch } = request;
        if (!remote.isLocalPath) return tryPush(gitDirectory, headBranch, { sha: baseSha, remote }, trySignal);
        await pushBranch(gitDirectory, headBranch, { sha: baseSha, remote, expectedRemoteSha: undefined }, trySignal);
        await removeBranch(gitDirectory, headBranch, { sha: baseSha, remote }, trySignal);
      },
      dispose: async () => {
        reader.close();
        // The stored bundle lasts; git keeps the objects themselves for two more weeks.
        await runGit(['update-ref', '-d', snapshotRef(jobId)], { gitDirectory }).catch(logLeftover);
        await remove().catch(logLeftover);
      },
    };
  } catch (error) {
    await remove().catch(logLeftover);
    throw error;
  }
}
