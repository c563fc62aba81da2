/**
 * What a link may be read as: an address that a browser asks for, the name of a page or file of the source, that of a reference,
 * which may stand alone, or a file beside the page or among the assets.
 */
export type Way = 'address' | 'name' | 'reference' | 'file';

export interface Found {
  readonly kind: 'page' | 'file';
  readonly path: string;
}

export interface Readings {
  /** What is found in the first of these ways that leads to something. */
  read(ways: readonly Way[], from: string, path: string): Found | undefined;
  /** What a browser asks for, as addresses are compared. */
  addressOf(from: string, path: string): string;
}

export interface LinkKind {
  readonly path: string;
  readonly anchor: string | undefined;
  /** Links of one kind are read in one way. */
  readonly kind: string;
  /** Ways in which they may be read, of which the first is taken that the site proves; each looks for one thing after another. */
  readonly ways: readonly (readonly Way[])[];
}
