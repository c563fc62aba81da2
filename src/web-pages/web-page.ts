export interface WebPage {
  readonly kind: 'page';
  /** Where it was found in the end. */
  readonly url: string;
  readonly title: string;
  /** HTML as Markdown; anything else as it came. */
  readonly text: string;
  /** The page is longer than what was read of it. */
  readonly isCut: boolean;
  /** What was read of it, after decompression. */
  readonly bytes: number;
}

export interface PageRefused {
  readonly kind: 'refused';
  /** A sentence, with what to do instead where there is something. */
  readonly why: string;
  /** What was read before it was given up. */
  readonly bytes?: number;
}
