/** What one request came to. */
export type LinkAnswer =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly location: string | undefined;
    }
  | { readonly kind: 'unknown-host' }
  /** Not asked: the address is not on the public internet. */
  | { readonly kind: 'private' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Makes one request and follows no redirect. Never rejects; an abort is a failure. */
export type AskLink = (url: URL, method: 'HEAD' | 'GET', signal: AbortSignal) => Promise<LinkAnswer>;

export interface LinkVerdict {
  /** `unclear` when the answer does not tell whether a reader with a browser would see a page. */
  readonly kind: 'fine' | 'broken' | 'unclear';
  /** What happened, to follow "it": `answers 404`. */
  readonly why: string;
}

/** Asks about `http` and `https` addresses. Rejects only with the reason of `signal`. */
export type ProbeLinks = (
  urls: readonly string[],
  signal: AbortSignal | undefined,
) => Promise<ReadonlyMap<string, LinkVerdict>>;
