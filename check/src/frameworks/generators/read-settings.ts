import type { Site } from '../../site/site.ts';

/** What the settings of a site tell. */
export interface ReadSettings {
  /** Folders of pages, and of those that are not published. */
  readonly content: readonly string[];
  readonly unpublished: readonly string[];
  /** False for a file of these folders that is no page. */
  readonly isPage?: (path: string) => boolean;
  /** Makes what is known of the site more exact. */
  readonly refine: (site: Site) => Site;
}
