/** Where a hit was seen. `tracker` hits come from a page whose script ran; all others from the server side. */
export type HitSource = 'tracker' | 'server' | 'drain' | 'log';

/**
 * One request, or one page view of the tracker, as its source told it: nothing is decided yet. Every collector turns
 * what it receives into this, the pipeline turns it into a `View` or drops it.
 */
export interface Hit {
  readonly source: HitSource;
  /** Milliseconds since the Unix epoch. */
  readonly timestampMs: number;
  /** Request target as it was sent: a path with its query, or a whole URL. Percent-encoding is kept. */
  readonly url: string;
  /** Host that was asked for, where the source knows it apart from `url`. */
  readonly host?: string | undefined;
  /** Address of the peer. Only configured proxies are believed about the `headers` that forward another one. */
  readonly ip?: string | undefined;
  /** A forwarding header that the peer sent and that was not believed when `ip` was read. */
  readonly ignoredAddressHeader?: string | undefined;
  readonly userAgent?: string | undefined;
  /** Upper case. */
  readonly method: string;
  /** HTTP status of the answer. */
  readonly status: number;
  readonly accept?: string | undefined;
  /** `Content-Type` of the answer. */
  readonly contentType?: string | undefined;
  readonly referrer?: string | undefined;
  /** Further request headers by lower-case name. Left out where the source sees none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** True when `headers` holds every header of interest that was sent, so that a missing one means something. */
  readonly headersComplete?: boolean | undefined;
  /** Id that makes redelivery harmless; the same event always carries the same id. */
  readonly eventId?: string | undefined;
  /** The tracker's first-party id, or the site's own id for an anonymous visitor. */
  readonly visitorId?: string | undefined;
  /** The site's id of the signed-in user. */
  readonly userId?: string | undefined;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country?: string | undefined;
  /** Named by the page: something happened on it. */
  readonly event?: string | undefined;
  /** The page said that a program drives the browser (`navigator.webdriver`). */
  readonly automated?: boolean | undefined;
  /** Operator host whose Web Bot Auth signature was verified while the request was answered. */
  readonly signedBy?: string | undefined;
}
