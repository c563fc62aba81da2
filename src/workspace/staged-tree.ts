import { commitContent, writeObject } from '../git/write-object.ts';
import type { Folder } from './folder.ts';
import type { ObjectReader } from './object-reader.ts';
import { bundleSnapshot } from './snapshots.ts';
import { assertSafeChange, createTreeChanges } from './tree-changes.ts';
import type { WorkingTree } from './working-tree.ts';
import type { ChangedFile, Snapshot, StagedTree } from './workspace.ts';

/** A commit with the files of its tree. */
export interface CommitFiles {
  readonly sha: string;
  readonly folder: Folder;
}

interface StageOptions {
  readonly gitDirectory: string;
  readonly tree: WorkingTree;
  readonly reader: ObjectReader;
  readonly jobId: string;
  readonly base: CommitFiles;
  readonly start: CommitFiles;
  readonly author: { readonly name: string; readonly email: string };
  /** The snapshot that the working copy was made from. */
  readonly resumed: Snapshot | undefined;
}

export function createStage(options: StageOptions): () => Promise<StagedTree> {
  const { gitDirectory, tree, reader, jobId, base, start, author, resumed } = options;
  const changes = createTreeChanges(tree.git, reader);
  let lastSnapshot: { tree?: string; snapshot: Snapshot } | undefined = resumed && { snapshot: resumed };

  return async () => {
    const stored = await tree.store();
    const { folder } = stored;
    const { sha } = folder;
    const isStart = sha === start.folder.sha;
    const commit = async (message: string, dateSeconds: number): Promise<{ sha: string; content: Buffer }> => {
      const content = commitContent({ tree: sha, parent: start.sha, author, dateSeconds, message });
      return { sha: await writeObject(gitDirectory, 'commit', content), content };
    };
    const read = (blob: string | undefined) => (blob === undefined ? undefined : reader.read(blob));
    let diff: Promise<string> | undefined;
    let files: Promise<ChangedFile[]> | undefined;
    return {
      sha,
      isStart,
      diff: () => (diff ??= changes.diff(base.folder, folder)),
      files: () => (files ??= changes.files(base.folder, folder)),
      async *blobsChangedHere() {
        for (const { path, before, after } of await changes.blobs(start.folder, folder))
          yield { path, before: await read(before), after: await read(after) };
      },
      snapshot: async () => {
        if (lastSnapshot?.tree === sha) return lastSnapshot.snapshot;
        const snapshotCommit = await commit(`Snapshot of ${jobId}`, 0);
        const snapshot =
          lastSnapshot?.snapshot.commit === snapshotCommit.sha
            ? lastSnapshot.snapshot
            : {
                commit: snapshotCommit.sha,
                bundle: await bundleSnapshot(reader, jobId, { ...snapshotCommit, folder }, start),
              };
        lastSnapshot = { tree: sha, snapshot };
        return snapshot;
      },
      commit: async ({ message, dateSeconds }) => {
        assertSafeChange(start.folder, stored);
        return { sha: isStart ? start.sha : (await commit(message, dateSeconds)).sha, empty: isStart };
      },
    };
  };
}
