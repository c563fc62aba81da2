import type { Readable } from 'node:stream';

/** Makes working copies of repositories from a cached mirror. One per process; safe for several jobs at once. */
export interface Workspaces {
  /** Fetches the mirror and checks out a working copy. The caller disposes it. */
  open(request: WorkspaceRequest, signal: AbortSignal): Promise<Workspace>;
  /** Asks the remote for its branches of these names and those in the way of the head branch, and fetches none. */
  findBranches(
    request: Pick<WorkspaceRequest, 'remote' | 'baseBranch' | 'headBranch'>,
    signal: AbortSignal,
  ): Promise<RemoteBranches>;
  /** The tip of a branch of the remote; undefined if there is no such branch. */
  readTip(
    request: { readonly remote: WorkspaceRequest['remote']; readonly branch: string },
    signal: AbortSignal,
  ): Promise<string | undefined>;
  /**
   * Merges the base branch into the head branch and pushes it, if the head is still at `headSha` and all its own commits have
   * the trailer. Leaves history as it is, so that reviews stay on their lines.
   */
  mergeBase(request: MergeBaseRequest, signal: AbortSignal): Promise<BaseMerge>;
  /**
   * Removes working copies of processes that are gone, and packs mirrors, beside other work; returns how many it removed. After
   * an abort, the next call goes on.
   */
  removeStale(signal: AbortSignal): Promise<number>;
}

/** Branches of the remote, as it just said. */
export interface RemoteBranches {
  /** The branch beside which git cannot make the head branch, as it keeps `a` and `a/b` never both. */
  readonly inTheWay: string | undefined;
  readonly baseSha: string | undefined;
  readonly headSha: string | undefined;
}

export interface WorkspaceRequest {
  /** Names the working copy and the private ref that keeps its snapshots. */
  readonly jobId: string;
  readonly remote: {
    readonly url: string;
    readonly authorizationHeader: string | undefined;
    readonly isLocalPath: boolean;
  };
  readonly baseBranch: string;
  /** The branch this job pushes. If it exists on the remote (a follow-up), work goes on from its tip. */
  readonly headBranch: string;
  /** Where the remote keeps the head, if not on that branch: such as `refs/pull/12/head`. */
  readonly headRef?: string | undefined;
  /** What `findBranches` just said of the same branches: nothing is fetched that the mirror has. */
  readonly branches?: RemoteBranches | undefined;
  /** Goes on from this stored tree instead of the branch tip (a resumed run). */
  readonly resumeFrom: Snapshot | undefined;
}

export interface MergeBaseRequest extends Pick<WorkspaceRequest, 'remote' | 'baseBranch' | 'headBranch'> {
  readonly headSha: string;
  /** A line in the message of each commit that is ours, such as `Docwright-Job: job_1`. */
  readonly trailer: string;
  readonly dateSeconds: number;
}

/** What became of it. `current`: the head has all of the base. `moved`: the head is elsewhere. `foreign`: it has commits of others. */
export type BaseMerge =
  | { readonly kind: 'current' | 'moved' | 'foreign' }
  | { readonly kind: 'merged'; readonly headSha: string }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] };

/** The state of a working copy after a model turn; everything needed to go on from it on another machine. */
export interface Snapshot {
  readonly commit: string;
  /** A git bundle with what the base does not have. */
  readonly bundle: Uint8Array;
}

/** A checked-out tree with a lifetime. `.git` lies outside `root`, so file tools cannot reach it. */
export interface Workspace {
  /** Absolute path of the tree. */
  readonly root: string;
  /**
   * The commit of the base branch that the work builds on, against which `diff` and docs-check compare: the tip for a
   * new job, the merge base for a follow-up or a resumed run, so that what others did meanwhile does not count as ours.
   */
  readonly baseSha: string;
  /** Parent of what `commit` makes: tip of the head branch when it exists, else of the base branch. */
  readonly startSha: string;
  /** Tip of the head branch on the remote when the copy was opened; undefined when it does not exist yet. */
  readonly remoteHeadSha: string | undefined;
  /** Paths that are links in the repository; in the tree each is a small file with the target's name. Never to be written. */
  symbolicLinks(): Promise<string[]>;
  /** Folders that are submodules, other repositories, and stand empty in the tree. Never to be written to. */
  submodules(): Promise<string[]>;
  /** Writes the current tree to the repository's objects. */
  stage(): Promise<StagedTree>;
  /** The bytes of a file at the base commit, or undefined. Also how instructions are read from the base branch. */
  readAtBase(path: string): Promise<Uint8Array | undefined>;
  /** Where the file of a path lies at the base commit, symbolic links within the repository followed, and its size. */
  findAtBase(path: string): Promise<{ path: string; bytes: number } | undefined>;
  /** Paths of all files at the base commit, but for those that are not UTF-8 and so cannot be named. */
  listAtBase(): Promise<string[]>;
  /**
   * A tar archive of what `commit` would publish as the tree stands, or of the base commit, without the files to leave out;
   * links are links in it.
   */
  archive(of: 'now' | 'base', isLeftOut?: (path: string) => boolean): Promise<Readable>;
  /** Of the base branch up to `baseSha`. */
  readonly history: History;
  /** Of these paths, those that git ignores and has not. */
  ignored(paths: readonly string[]): Promise<string[]>;
  /**
   * Pushes with `--force-with-lease=<head>:<expected>`. When the head moved meanwhile: fetches, rebases and tries again
   * up to three times. Throws typed errors that tell transient from permanent.
   */
  push(request: PushRequest, signal: AbortSignal): Promise<{ headSha: string }>;
  /**
   * Throws what `push` would throw, before there is anything to push. A local repository gets the branch for a moment. Another
   * server gets a dry run, which does not reach its hooks, locks and rules. A push of the last minutes proves as much.
   */
  tryBranch(remote: WorkspaceRequest['remote'], signal: AbortSignal): Promise<void>;
  /** Never rejects: what cannot be removed is logged and left. */
  dispose(): Promise<void>;
}

/** A snapshot of the whole tree, ignored files included. Later writes do not change it. */
export interface StagedTree {
  /** Sha of the tree object: the same for the same files. */
  readonly sha: string;
  /** Whether it equals the tree of `startSha`, so that there is nothing to publish. */
  readonly isStart: boolean;
  /** Unified diff from `baseSha`. */
  diff(): Promise<string>;
  /** Files that differ from `baseSha`. */
  files(): Promise<readonly ChangedFile[]>;
  /**
   * Files that this round changed since `startSha`, with their stored bytes, independent of attributes. Leaves out links and
   * submodules, which `commit` refuses.
   */
  blobsChangedHere(): AsyncIterable<ChangedBlob>;
  snapshot(): Promise<Snapshot>;
  /**
   * The same tree, parent, message and date give the same sha, so a replay is harmless. Throws `UnsafeChange` if links or
   * submodules were added or redirected.
   */
  commit(request: { message: string; dateSeconds: number }): Promise<CommitResult>;
}

/** What git knows of how files came to be. Rejects with what git says, such as of a line that is not there. */
export interface History {
  /** The newest first; those of a file before it was renamed too. An empty path stands for all. */
  commits(of: { path: string; isFile: boolean; limit: number }, signal: AbortSignal): Promise<HistoryCommit[]>;
  /** The commit that wrote each of these lines, counted from 1. */
  lines(
    of: { path: string; first: number; last: number },
    signal: AbortSignal,
  ): Promise<(HistoryCommit & { line: number })[]>;
  /** One commit with its change as a unified diff; undefined where the history has none that begins so. */
  show(
    of: { commit: string; path: string },
    signal: AbortSignal,
  ): Promise<(HistoryCommit & { body: string; diff: string }) | undefined>;
  /** True where older commits are not there, because the repository is a shallow clone. */
  isShort(signal: AbortSignal): Promise<boolean>;
}

export interface HistoryCommit {
  readonly sha: string;
  /** As `2026-11-22`. */
  readonly day: string;
  /** A name; no address of theirs is read. */
  readonly author: string;
  readonly subject: string;
}

export interface ChangedFile {
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed';
  readonly previousPath: string | undefined;
  readonly bytes: number;
}

export interface ChangedBlob {
  readonly path: string;
  /** Undefined for a file that is new, or so large that nobody compares with it. */
  readonly before: Uint8Array | undefined;
  /** Undefined for a file that is gone. */
  readonly after: Uint8Array | undefined;
}

interface CommitResult {
  readonly sha: string;
  /** True when the tree equals the parent's: nothing to publish, and `sha` is the parent. */
  readonly empty: boolean;
}

export interface PushRequest {
  readonly sha: string;
  readonly remote: WorkspaceRequest['remote'];
  /** Last sha that this job knows to be on the remote head; undefined when the branch must not exist yet. */
  readonly expectedRemoteSha: string | undefined;
}
