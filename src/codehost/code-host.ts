import type { CodeHostKind } from '../contract/code-host.ts';

/**
 * A place that keeps git repositories and reviews changes as pull requests. One adapter per product; every adapter
 * passes `code-host.conformance.ts`. Opened with credentials, which never leave the adapter and the git process; apart from
 * these, adapters are stateless: what they know arrives as arguments.
 */
export interface CodeHost {
  readonly kind: CodeHostKind;
  /** URL for people of the repository with this address, without credentials. Throws `RepositoryAddressInvalid`. */
  webUrl(address: string): string;
  /** Host of these URLs; undefined where the server keeps repositories itself, and their pages are its own. */
  readonly webHost: string | undefined;
  /**
   * Checks, before any model token is spent, that the repository and base branch exist and that the credentials may
   * push and open pull requests, or only read. Throws one of `codehost/errors.ts`, each with a likely cause and a remedy.
   */
  preflight(repository: RepositoryRef, signal: AbortSignal, need?: 'write' | 'read'): Promise<RepositoryFacts>;
  /** Absent on a host without rules for branches. Throws `BranchNotAllowed` where one keeps the credentials from making it. */
  requireBranchAllowed?(query: PullRequestQuery, signal: AbortSignal): Promise<void>;
  /** Where and how git itself reaches the repository. Minted anew for each use, so that a token cannot be stale. */
  gitRemote(repository: RepositoryRef, signal: AbortSignal): Promise<GitRemote>;
  /** The newest pull request from this head branch in any state, or undefined. */
  findPullRequest(query: PullRequestQuery, signal: AbortSignal): Promise<PullRequest | undefined>;
  /**
   * Finds or opens the pull request from the head branch; safe to call again at any point. A pull request that a
   * person closed or merged is returned as it is, never opened a second time.
   */
  ensurePullRequest(request: PullRequestWanted, signal: AbortSignal): Promise<PullRequest>;
  /** Pull requests from head branches `docwright/…` and `docwright-…`, the newest first; of very many, a host may leave out old ones. */
  listPullRequests(repository: RepositoryRef, signal: AbortSignal): Promise<PullRequestSummary[]>;
  /** Everything that a reviewer reads but the diff. Throws `PullRequestNotFound`. */
  readPullRequest(query: OnePullRequest, signal: AbortSignal): Promise<PullRequestDetails>;
  /** What it brings in, as git writes it. Throws `PullRequestNotFound`. */
  readDiff(query: OnePullRequest, signal: AbortSignal): Promise<string>;
  /**
   * What people said of it, the oldest first; of very many, the first 300. None where the host takes no comments. Throws
   * `PullRequestNotFound`.
   */
  readComments(query: OnePullRequest, signal: AbortSignal): Promise<Comment[]>;
  /** Whether an account may push to the repository. Absent on a host that takes no comments, or sends none here. */
  mayWrite?(query: { repository: RepositoryRef; account: string }, signal: AbortSignal): Promise<boolean>;
  /** Writes a comment on a thread. Absent where `mayWrite` is. Throws `PullRequestNotFound`. */
  reply?(reply: OnePullRequest & { thread: CommentThread; body: string }, signal: AbortSignal): Promise<void>;
  /** Absent on a host that keeps no issues. Throws `IssueNotFound`. */
  readIssue?(query: OneIssue, signal: AbortSignal): Promise<IssueDetails>;
  /**
   * Merges, closes or reopens, on a host that has no pages of its own for it; elsewhere people decide there. Throws
   * `PullRequestNotFound`, `PullRequestStateWrong`, `MergeConflict`.
   */
  decide?(decision: PullRequestDecision, signal: AbortSignal): Promise<void>;
}

/** What a person wrote when connecting the repository. */
export interface RepositoryRef {
  /** Full URL, or for the local host a path. */
  readonly url: string;
  /** Undefined means the repository's default branch. */
  readonly baseBranch: string | undefined;
}

export interface RepositoryFacts {
  /** As the host itself names it, which may differ from `CodeHost.webUrl` after a renaming. */
  readonly webUrl: string;
  readonly defaultBranch: string;
  readonly baseBranch: string;
  readonly baseSha: string;
  /** The repository's own pull request template, if it has one. */
  readonly pullRequestTemplate: string | undefined;
}

interface GitRemote {
  readonly url: string;
  /** Sent as an HTTP header by environment of the one git process; never in a URL, argv or config file. */
  readonly authorizationHeader: string | undefined;
  /** True only for repositories inside our own data directory, the one case in which git may use a file path. */
  readonly isLocalPath: boolean;
}

export interface PullRequestQuery {
  readonly repository: RepositoryRef;
  readonly headBranch: string;
}

export interface PullRequestWanted extends PullRequestQuery {
  readonly baseBranch: string;
  readonly title: string;
  /** Markdown; the adapter cuts it to the host's limit. Contains the hidden marker that names the job. */
  readonly body: string;
  readonly draft: boolean;
}

export interface PullRequest {
  readonly number: number;
  readonly url: string;
  readonly state: 'open' | 'closed' | 'merged';
  readonly draft: boolean;
  /** What was done otherwise than asked, for people: such as an ordinary pull request where drafts are not to be had. */
  readonly notice?: string;
}

export interface OnePullRequest {
  readonly repository: RepositoryRef;
  readonly number: number;
}

export interface PullRequestSummary extends PullRequest {
  readonly title: string;
  readonly headBranch: string;
  readonly baseBranch: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface PullRequestDetails extends PullRequestSummary {
  /** Markdown. */
  readonly body: string;
  readonly headSha: string;
  /** Oldest first; of very many, the first 250. */
  readonly commits: readonly CommitSummary[];
}

export interface CommitSummary {
  readonly sha: string;
  readonly subject: string;
  readonly author: string;
  /** ISO 8601. */
  readonly date: string;
}

export interface Comment {
  /** Unique among the comments of the repository; the same in webhooks. */
  readonly id: string;
  readonly author: string;
  /** ISO 8601. */
  readonly date: string;
  /** Markdown. */
  readonly body: string;
  /** The file that it is about, of a comment on the change itself. */
  readonly path: string | undefined;
  readonly line: number | undefined;
  /** Where an answer belongs. */
  readonly thread: CommentThread;
  /** Whether the host says that no person wrote it. */
  readonly isByProgram: boolean;
}

/** Where comments follow one another: below a pull request, or on a line of its change, which the id names. */
export interface CommentThread {
  readonly kind: 'conversation' | 'line';
  readonly id: string;
}

export interface OneIssue {
  readonly repository: RepositoryRef;
  readonly number: number;
}

export interface IssueDetails {
  readonly number: number;
  readonly url: string;
  readonly state: 'open' | 'closed';
  readonly title: string;
  readonly author: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly labels: readonly string[];
  /** Markdown. */
  readonly body: string;
  /** The oldest first; of very many, the first 300. */
  readonly comments: readonly Comment[];
}

export interface PullRequestDecision extends OnePullRequest {
  readonly action: 'merge' | 'close' | 'reopen';
  /** The commit that the person looked at: what was pushed since is never merged unseen. */
  readonly seenHead: string;
  /** Who stands in the merge commit. */
  readonly who: { readonly name: string; readonly email: string };
}
