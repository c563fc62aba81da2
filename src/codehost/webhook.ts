import type { CommentThread } from './code-host.ts';

/** A request that a code host sends of its own accord. Its body is what the signature is of, byte for byte. */
export interface WebhookRequest {
  header(name: string): string | undefined;
  readonly rawBody: Uint8Array;
}

/** How one kind of code host signs and writes what it sends. Everything in it is text from outside. */
export interface WebhookReader {
  /** The events that `read` follows, in the host's own words. */
  readonly events: readonly string[];
  /** Whether the body was signed with the secret; compared in constant time. */
  isSigned(request: WebhookRequest, secret: string): boolean;
  /**
   * What it tells; undefined for an event that nothing here follows. Throws `WebhookUnreadable` where a field that is used
   * does not fit.
   */
  read(request: WebhookRequest): WebhookEvent | undefined;
  /** The event that the host sends to try a webhook. */
  ping(secret: string): SignedWebhook;
}

/** An event as the host would send it. */
export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a person wrote below a pull request, or on a line of its change. */
export interface CommentEvent {
  readonly kind: 'comment';
  readonly repositoryUrl: string;
  /** Of the pull request. */
  readonly number: number;
  /** That of `Comment`. */
  readonly id: string;
  /** Its account name on the host. */
  readonly author: string;
  /** Undefined where the host does not send it. */
  readonly pullRequestAuthor: string | undefined;
  /** Whether the host says that no person wrote it. */
  readonly isByProgram: boolean;
  /** Markdown. */
  readonly text: string;
  readonly path: string | undefined;
  readonly line: number | undefined;
  /** Where an answer belongs. */
  readonly thread: CommentThread;
  /** As `Date.parse` reads it. */
  readonly createdAt: string;
}

export type WebhookEvent =
  | { readonly kind: 'ping' }
  | CommentEvent
  | {
      readonly kind: 'pull-request';
      /** URL of the repository as the host names it, without credentials. */
      readonly repositoryUrl: string;
      readonly number: number;
      readonly state: 'open' | 'closed' | 'merged';
    };
