import type { CodeHostKind } from '../contract/code-host.ts';
import type { CodeOwnersRules } from './code-owners.ts';

/**
 * A service that hosts git repositories and pull requests. One adapter per product; each passes `code-host.conformance.ts`.
 * Credentials never leave the adapter and the git process. Apart from these, adapters are stateless.
 */
export interface CodeHost {
  readonly kind: CodeHostKind;
  /** URL of the repository's web page, without credentials. Throws `RepositoryAddressInvalid`. */
  webUrl(address: string): string;
  /** Host of these URLs; undefined for repositories on this server, whose pages are its own. */
  readonly webHost: string | undefined;
  /**
   * Checks, before any model token is spent, that the repository and base branch exist and that the credentials may
   * push and open pull requests, or only read. Throws one of `codehost/errors.ts`, each with a likely cause and a remedy.
   */
  preflight(repository: RepositoryRef, signal: AbortSignal, need?: 'write' | 'read'): Promise<RepositoryFacts>;
  /** Throws `BranchNotAllowed` if a rule forbids creating the branch. Absent on a host without branch rules. */
  requireBranchAllowed?(query: PullRequestQuery, signal: AbortSignal): Promise<void>;
  /** How git reaches the repository. Made for each use, so that the token is fresh. */
  gitRemote(repository: RepositoryRef, signal: AbortSignal): Promise<GitRemote>;
  /** The newest pull request from this head branch in any state, or undefined. */
  findPullRequest(query: PullRequestQuery, signal: AbortSignal): Promise<PullRequest | undefined>;
  /**
   * Finds or opens the pull request from the head branch; safe to repeat at any point. Returns a closed or merged pull
   * request unchanged, and never opens a second one.
   */
  ensurePullRequest(request: PullRequestWanted, signal: AbortSignal): Promise<PullRequest>;
  /** Pull requests from branches `docwright/…` and `docwright-…`, newest first. A host may leave out old ones. */
  listPullRequests(repository: RepositoryRef, signal: AbortSignal): Promise<PullRequestSummary[]>;
  /** Everything that a reviewer reads, except the diff. Throws `PullRequestNotFound`. */
  readPullRequest(query: OnePullRequest, signal: AbortSignal): Promise<PullRequestDetails>;
  /** In git's format. Throws `PullRequestNotFound`. */
  readDiff(query: OnePullRequest, signal: AbortSignal): Promise<string>;
  /** The newest 300 comments, oldest first; none on a host without comments. Throws `PullRequestNotFound`. */
  readComments(query: OnePullRequest, signal: AbortSignal): Promise<Comment[]>;
  /** Whether an account may push to the repository. Absent on a host that sends no comments by webhook. */
  mayWrite?(query: { repository: RepositoryRef; account: string }, signal: AbortSignal): Promise<boolean>;
  /** Comments on a thread. Absent if `mayWrite` is absent. Throws `PullRequestNotFound`. */
  reply?(reply: OnePullRequest & { thread: CommentThread; body: string }, signal: AbortSignal): Promise<void>;
  /**
   * Posts one review of a pull request with comments on lines; it neither approves nor requests changes. Absent on a host
   * that cannot fetch the pull requests of forks, or that nobody else opens any on. Repeated, it posts again: look for the
   * marker in `readComments` before. Throws `PullRequestNotFound`, `ReviewRefused`.
   */
  readonly reviews?: PullRequestReviews;
  /**
   * Adds labels and requests reviews; repeating it is harmless. A reviewer is an account, or a team as `acme/writers`. Returns
   * what was left out and why, for people. Never asks the author. Absent on a host without labels and reviews.
   */
  addDetails?(
    details: OnePullRequest & { labels: readonly string[]; reviewers: readonly string[] },
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /** How it reads files of code owners; absent on a host without them. */
  readonly codeOwners?: CodeOwnersRules;
  /** The latest run of each check of a commit. Absent on a host without checks. */
  readChecks?(query: { repository: RepositoryRef; sha: string }, signal: AbortSignal): Promise<Check[]>;
  /** The log of a check, all of it; undefined if there is none. Absent on a host that gives no logs. */
  readCheckLog?(query: { repository: RepositoryRef; logId: string }, signal: AbortSignal): Promise<string | undefined>;
  /**
   * Merges this head by the repository's merge method. Throws `PullRequestNotFound`, and `MergeRefused` if the rules of the
   * repository, a conflict or a newer head forbid it. Absent on a host where Docwright cannot merge.
   */
  merge?(query: OnePullRequest & { head: string }, signal: AbortSignal): Promise<void>;
  /** Closes it without merging. Throws `PullRequestNotFound`. Absent if `merge` is absent. */
  close?(query: OnePullRequest, signal: AbortSignal): Promise<void>;
  /** Absent on a host without issues. Throws `IssueNotFound`. */
  readIssue?(query: OneIssue, signal: AbortSignal): Promise<IssueDetails>;
  /**
   * Merges, closes or reopens. Absent on hosts with their own web pages for this. Throws `PullRequestNotFound`,
   * `PullRequestStateWrong`, `MergeConflict`.
   */
  decide?(decision: PullRequestDecision, signal: AbortSignal): Promise<void>;
}

/** The repository as the project's settings name it. */
export interface RepositoryRef {
  /** Full URL, or for the local host a path. */
  readonly url: string;
  /** Undefined means the repository's default branch. */
  readonly baseBranch: string | undefined;
}

export interface RepositoryFacts {
  /** As the host reports it; after a rename it may differ from `CodeHost.webUrl`. */
  readonly webUrl: string;
  readonly defaultBranch: string;
  readonly baseBranch: string;
  readonly baseSha: string;
  /** The repository's own pull request template, if it has one. */
  readonly pullRequestTemplate: string | undefined;
}

interface GitRemote {
  readonly url: string;
  /** Passed to git by environment variable; never in a URL, argv or config file. */
  readonly authorizationHeader: string | undefined;
  /** True only for repositories in our data directory, the only case in which git may use a file path. */
  readonly isLocalPath: boolean;
}

export interface PullRequestQuery {
  readonly repository: RepositoryRef;
  readonly headBranch: string;
}

export interface PullRequestWanted extends PullRequestQuery {
  readonly baseBranch: string;
  readonly title: string;
  /** Markdown with the hidden marker that names the job. The adapter cuts it to the host's limit. */
  readonly body: string;
  readonly draft: boolean;
}

export interface PullRequest {
  readonly number: number;
  readonly url: string;
  readonly state: 'open' | 'closed' | 'merged';
  readonly draft: boolean;
  /** A difference from the request, for people: such as an ordinary pull request on a host without drafts. */
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
  /** Undefined if the host does not list it. */
  readonly headSha?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface PullRequestDetails extends PullRequestSummary {
  /** Account that opened it; undefined if the host does not say. */
  readonly author?: string;
  /** Markdown. */
  readonly body: string;
  readonly headSha: string;
  /** The first 250, oldest first. */
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
  /** Unique in the repository, and the same in webhooks. */
  readonly id: string;
  readonly author: string;
  /** By which the host knows the author in commits, without a private address; undefined if it has none. */
  readonly authorEmail?: string;
  /** ISO 8601. */
  readonly date: string;
  /** Markdown. */
  readonly body: string;
  /** The file, for a comment on a line of the change. */
  readonly path: string | undefined;
  readonly line: number | undefined;
  /** The thread for a reply. */
  readonly thread: CommentThread;
  /** Whether the host marks the author as a bot. */
  readonly isByBot: boolean;
  /** What `mayWrite` takes, on a host where names are not unique; elsewhere that is `author`. */
  readonly accountId?: string;
}

/** Either the conversation below a pull request, or the thread with this id on a line of its change. */
export interface CommentThread {
  readonly kind: 'conversation' | 'line';
  readonly id: string;
}

export interface PullRequestReviews {
  /** The ref in the repository itself where git finds the head of a pull request, also of one from a fork. */
  headRef(number: number): string;
  post(review: ReviewWanted, signal: AbortSignal): Promise<void>;
}

export interface ReviewWanted extends OnePullRequest {
  /** The commit that was reviewed. The branch may have moved on. */
  readonly headSha: string;
  /** Markdown with the hidden marker of the review. Posted last where a host takes each comment by itself. */
  readonly body: string;
  readonly comments: readonly LineComment[];
}

/** A comment on lines of the new side of a diff, all within one hunk. */
export interface LineComment {
  readonly path: string;
  /** Before a rename; otherwise the same. */
  readonly previousPath: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** Number of the last line before the change, if the change left it as it was. */
  readonly previousLine: number | undefined;
  /** Markdown with its hidden marker at the end. */
  readonly body: string;
  /** What the lines should say instead: empty to delete them. A host that can offers to apply it with a click. */
  readonly replacement: string | undefined;
}

/** A check of a commit, such as a CI job. All texts are from outside. */
export interface Check {
  readonly name: string;
  /** `pending` also if it was cancelled or waits for a person: it may still run. */
  readonly state: 'pending' | 'passed' | 'failed';
  /** Its page: http or https. */
  readonly url: string | undefined;
  /** What it says about its result. */
  readonly summary: string;
  /** For `readCheckLog`. */
  readonly logId: string | undefined;
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
  /** The newest 300, oldest first. */
  readonly comments: readonly Comment[];
}

export interface PullRequestDecision extends OnePullRequest {
  readonly action: 'merge' | 'close' | 'reopen';
  /** The commit that the person reviewed; later pushes must not be merged unseen. */
  readonly seenHead: string;
  /** Author of the merge commit. */
  readonly who: { readonly name: string; readonly email: string };
}
