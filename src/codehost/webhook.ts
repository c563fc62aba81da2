import type { CommentThread } from './code-host.ts';

/** A webhook request of a code host. */
export interface WebhookRequest {
  header(name: string): string | undefined;
  /** The signed bytes. */
  readonly rawBody: Uint8Array;
}

/** How one kind of code host signs and writes webhooks. All content is text from outside. */
export interface WebhookReader {
  /** The events that `read` handles, named as in the host's settings. */
  readonly events: readonly string[];
  /** Whether the body was signed with the secret; compared in constant time. */
  isSigned(request: WebhookRequest, secret: string): boolean;
  /** Undefined for an event that we do not handle. Throws `WebhookUnreadable` if a field that we use is invalid. */
  read(request: WebhookRequest): WebhookEvent | undefined;
  /** A signed test event, like the host's own. */
  ping(secret: string): SignedWebhook;
}

/** An event as the host would send it. */
export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A comment below a pull request, or on a line of its change. */
export interface CommentEvent {
  readonly kind: 'comment';
  readonly repositoryUrl: string;
  /** Of the pull request. */
  readonly number: number;
  /** As in `Comment`. */
  readonly id: string;
  /** Its account name on the host. */
  readonly author: string;
  /** As in `Comment`. */
  readonly authorEmail?: string;
  /** Undefined where the host does not send it. */
  readonly pullRequestAuthor: string | undefined;
  /** Whether the host marks the author as a bot. */
  readonly isByBot: boolean;
  /** As in `Comment`. */
  readonly accountId?: string;
  /** Markdown. */
  readonly text: string;
  readonly path: string | undefined;
  readonly line: number | undefined;
  /** The thread for the reply. */
  readonly thread: CommentThread;
  /** As `Date.parse` reads it. */
  readonly createdAt: string;
}

export type WebhookEvent =
  | { readonly kind: 'ping' }
  | CommentEvent
  | {
      readonly kind: 'pull-request';
      /** Web page of the repository, without credentials. */
      readonly repositoryUrl: string;
      readonly number: number;
      readonly state: 'open' | 'closed' | 'merged';
      /** Set if it was just opened, reopened, pushed to or marked as ready: then there is something to review. */
      readonly pushed: { readonly headBranch: string; readonly headSha: string; readonly draft: boolean } | undefined;
    }
  /** A check ended, or somebody pushed to a branch. */
  | { readonly kind: 'change'; readonly repositoryUrl: string };
