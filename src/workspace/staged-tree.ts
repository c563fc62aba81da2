import type { GitCall } from '../git/run-git.ts';
import type { ObjectReader } from './object-reader.ts';
import { commitIdentity } from './rebase-commit.ts';
import { bundleSnapshot } from './snapshots.ts';
import { createTreeChanges } from './tree-changes.ts';
import type { WorkingTree } from './working-tree.ts';
import type { ChangedFile, Snapshot, StagedTree } from './workspace.ts';

interface StageOptions {
  readonly gitDirectory: string;
  readonly tree: WorkingTree;
  readonly reader: ObjectReader;
  readonly jobId: string;
  readonly baseSha: string;
  readonly startSha: string;
  readonly author: { readonly name: string; readonly email: string };
  /** The snapshot that the working copy was made from. */
  readonly resumed: Snapshot | undefined;
  /** Runs git on the repository and returns its output, trimmed. */
  readonly text: (args: readonly [string, ...string[]], call?: Partial<GitCall>) => Promise<string>;
}

export function createStage(options: StageOptions): () => Promise<StagedTree> {
  const { gitDirectory, tree, reader, jobId, baseSha, startSha, author, resumed, text } = options;
  const changes = createTreeChanges(tree.git, reader);
  let startTree: Promise<string> | undefined;
  let lastSnapshot: { tree?: string; snapshot: Snapshot } | undefined = resumed && { snapshot: resumed };

  return async () => {
    const sha = await tree.writeTree();
    const isStart = sha === (await (startTree ??= reader.treeOf(startSha)));
    const commitTree = (message: string, dateSeconds: number): Promise<string> =>
      text(['commit-tree', sha, '-p', startSha], {
        input: message.endsWith('\n') ? message : `${message}\n`,
        environment: commitIdentity(author, dateSeconds),
      });
    const read = (blob: string | undefined) => (blob === undefined ? undefined : reader.read(blob));
    let diff: Promise<string> | undefined;
    let files: Promise<ChangedFile[]> | undefined;
    return {
      sha,
      isStart,
      diff: () => (diff ??= changes.diff(baseSha, sha)),
      files: () => (files ??= changes.files(baseSha, sha)),
      async *blobsChangedHere() {
        for (const { path, before, after } of await changes.blobs(startSha, sha))
          yield { path, before: await read(before), after: await read(after) };
      },
      snapshot: async () => {
        if (lastSnapshot?.tree === sha) return lastSnapshot.snapshot;
        const commit = await commitTree(`Snapshot of ${jobId}`, 0);
        const snapshot =
          lastSnapshot?.snapshot.commit === commit
            ? lastSnapshot.snapshot
            : { commit, bundle: await bundleSnapshot(gitDirectory, jobId, commit, startSha) };
        lastSnapshot = { tree: sha, snapshot };
        return snapshot;
      },
      commit: async ({ message, dateSeconds }) => {
        await changes.assertSafe(startSha, sha);
        return { sha: isStart ? startSha : await commitTree(message, dateSeconds), empty: isStart };
      },
    };
  };
}
