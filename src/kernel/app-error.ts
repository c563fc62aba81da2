/** What is known about one kind of error before any particular one happens; the documentation is generated from it. */
export interface ErrorFacts {
  /** Stable snake_case name that callers branch on; also the last part of the problem's `type` URL. */
  readonly code: string;
  /** HTTP status that the error becomes when it reaches the edge of the server. */
  readonly status: number;
  readonly title: string;
  /** What the person who sees the error can do about it. */
  readonly remedy: string;
  /** True when the same call may succeed later without anybody changing anything. */
  readonly retryable: boolean;
  /**
   * True when what failed lies outside of this server: whoever can wait for it, waits; not for long where it is not `retryable`,
   * since then somebody has to mend it.
   */
  readonly away?: true;
}

/** One fault inside a refused request. `field` is a path such as `prompt` or `query.limit`. */
export interface ErrorDetail {
  readonly message: string;
  readonly field?: string;
}

/**
 * Base of every error that has a meaning to its caller. One subclass per case, each with its `facts` as a static
 * member and what is particular about it as constructor arguments. Messages are shown to people and must never
 * contain a secret.
 */
export abstract class AppError extends Error {
  readonly facts: ErrorFacts;
  readonly details: readonly ErrorDetail[];
  /** Seconds after which a retry makes sense, where that is known; becomes `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    facts: ErrorFacts,
    message: string,
    options: { details?: readonly ErrorDetail[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.facts = facts;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
