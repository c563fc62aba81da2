import type { CheckedSite } from './check-site.ts';
import type { Dialect, PageFacts } from './pages/page-facts.ts';
import type { FileIndex } from './site/file-index.ts';
import type { Site, SiteProblem } from './site/site.ts';

export interface CheckedTree {
  readonly files: FileIndex;
  readonly sites: readonly Site[];
  readonly checked: readonly CheckedSite[];
  readonly problems: readonly SiteProblem[];
  /** What was read of a page in this way; undefined when it was not, or in another. */
  readonly factsOf: KnownFacts;
  /** Whether the check read this file as one of settings, although it may be a page as well. */
  readonly settingsRead: (path: string) => boolean;
}

/** Gives the facts of a page where they are known without reading it. */
export type KnownFacts = (path: string, dialect: Dialect) => PageFacts | undefined;

/** Another state of the same tree, already checked, and how the two differ. */
export interface Relative {
  readonly tree: CheckedTree;
  /** Paths that differ, all of them; those of files that only one of the two has among them. */
  readonly changed: ReadonlySet<string>;
}
