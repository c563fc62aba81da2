/**
 * What a view's sender was. Stored with every view by its position here, so new ones go to the end; which of them count
 * as human or AI is decided when reading.
 */
export const trafficCategories = [
  'human',
  'assistant',
  'coding_agent',
  'markdown_client',
  'ai_search',
  'ai_training',
  'search_engine',
  'seo',
  'preview',
  'monitor',
  'feed',
  'http_client',
  'headless',
  'other_bot',
] as const;
export type TrafficCategory = (typeof trafficCategories)[number];

/** Whether a claimed identity was checked, and how that ended. `unclaimed`: nobody's name was used. */
export const verdicts = ['verified', 'spoofed', 'unverifiable', 'unclaimed'] as const;
export type Verdict = (typeof verdicts)[number];

/** The strongest thing that the classification rests on. */
export const evidenceKinds = [
  'signature',
  'address',
  'reverse_dns',
  'user_agent',
  'accept',
  'path',
  'client_hints',
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** Stored by position: new ones go to the end. */
export const viewSources = ['tracker', 'server', 'drain', 'log'] as const;
export type ViewSource = (typeof viewSources)[number];

/** Who sent a view, according to one version of the rules; what `reclassify` may replace. */
export interface Classification {
  readonly category: TrafficCategory;
  /** Name without version, such as `Claude Code`; undefined where no product is recognised. */
  readonly product: string | undefined;
  readonly operator: string | undefined;
  readonly verdict: Verdict;
  readonly evidence: EvidenceKind | undefined;
}

/** What the request said about its sender, kept so that newer rules can be applied to old views. */
export interface ClientSignature {
  readonly userAgent: string;
  /** The `Accept` header; undefined where the source does not record it, as most log files do not. */
  readonly accept: string | undefined;
}

/** How a view was asked for, as far as its source tells; texts are bounded, and never empty. */
export interface ViewContext {
  /** That was asked for: lower case, without port. */
  readonly host: string | undefined;
  /** Of HTTP, of the answer. */
  readonly status: number | undefined;
  /** What the address said of the campaign that led to the page. */
  readonly utmSource: string | undefined;
  readonly utmMedium: string | undefined;
  readonly utmCampaign: string | undefined;
  /** Named by the page: something happened on it. Such a view is none of the page: only goals and funnels count it. */
  readonly event: string | undefined;
}

/** One view as the store keeps it. Text arrives normalised and bounded in length; no field holds a network address. */
export interface View {
  /** Milliseconds since the Unix epoch. */
  readonly timestampMs: number;
  /** Visitor id: exactly 16 bytes. */
  readonly visitor: Uint8Array;
  /** Normalised page path. */
  readonly path: string;
  readonly classification: Classification;
  readonly client: ClientSignature;
  /** Host of the referring page. */
  readonly referrer: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | undefined;
  readonly source: ViewSource;
  readonly context?: ViewContext | undefined;
  /**
   * The same id on the same UTC day of the same project is one view, however often it is delivered, for as long as
   * that day is kept. Undefined or empty: every delivery is a view of its own.
   */
  readonly eventId: string | undefined;
  /** What an event is known by where its id is not kept: the first 16 bytes of SHA-256 over it. Goes before `eventId`. */
  readonly eventDigest?: Uint8Array | undefined;
}
