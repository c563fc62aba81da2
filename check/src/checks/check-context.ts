import type { LooseAddress, PageFacts } from '../pages/page-facts.ts';
import type { AnchorIndex } from '../site/anchor-index.ts';
import type { FileIndex } from '../site/file-index.ts';
import type { IsHandedOn } from '../site/link-components.ts';
import type { LinkTarget } from '../site/link-target.ts';
import type { NameIndex } from '../site/name-index.ts';
import type { Site, SiteProblem } from '../site/site.ts';

/** What the checks of one site look at. */
export interface CheckContext {
  readonly site: Site;
  readonly files: FileIndex;
  readonly anchors: AnchorIndex;
  readonly names: NameIndex;
  /** The OpenAPI files of the site, by path. */
  readonly specifications: ReadonlyMap<string, PageFacts>;
  /** Addresses in files of the site that are no pages, by path. */
  readonly loose: ReadonlyMap<string, readonly LooseAddress[]>;
  readonly isHandedOn: IsHandedOn;
  /** Target of every link of a page, in the order of `facts.links`. */
  targetsOf(path: string): readonly LinkTarget[];
  /** Pages whose content this page shows; undefined for what cannot be read here. */
  includedBy(path: string, facts: PageFacts): readonly (string | undefined)[];
  /** Pages that others include as they stand, so that their anchors are those of the other page. */
  readonly shown: ReadonlySet<string>;
  /** True when the repository leaves the path out of git, so that a build is expected to make it. */
  readonly madeByBuild: (path: string) => boolean;
}

/** A check of one page within its site. */
export type PageCheck = (context: CheckContext, path: string, facts: PageFacts) => Iterable<SiteProblem>;

/** A check of a site as a whole. */
export type SiteCheck = (context: CheckContext) => Iterable<SiteProblem>;
