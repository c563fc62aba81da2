import type { HostedRepository, Severity } from '../finding.ts';
import type { Link, PageFacts } from '../page/page-facts.ts';
import type { AnchorIndex } from '../site/anchor-index.ts';
import type { FileIndex, NameIndex } from '../site/file-index.ts';
import type { LinkTarget, Site, SiteProblem } from '../site/site.ts';

/** What a reader is told about a rule; `docs/rules.md` and `--explain` are made of it. */
export interface RuleFacts {
  /** Stable kebab-case name, by which settings, baselines and comments of CI know it. */
  readonly name: string;
  /** What a finding is, unless `confidence.ts` makes a warning of an error, or the project's settings say otherwise. */
  readonly severity: Severity;
  /** What it finds, as words after "finds". */
  readonly finds: string;
  readonly fix: string;
  readonly example: string;
  /** Where what is broken is specified. */
  readonly source: string;
  /** Names that its findings had before, which settings and baselines may still use. */
  readonly formerly?: readonly string[];
}

/** A link, the file that has it, and where it resolves to. */
export interface LinkUse {
  readonly path: string;
  readonly link: Link;
  readonly target: LinkTarget;
}

/** A finding before it has its rule; that of a link also before it has its place. */
export type Fault = Omit<SiteProblem, 'rule' | 'severity'>;
export type LinkFault = Omit<Fault, 'path' | 'line' | 'column'>;

export interface Rule extends RuleFacts {
  /** Judges each link of the pages and the settings. */
  readonly onLink?: (context: RuleContext, use: LinkUse) => LinkFault | undefined;
  readonly onPage?: (context: RuleContext, path: string, facts: PageFacts) => Iterable<Fault>;
  readonly onSite?: (context: RuleContext) => Iterable<Fault>;
}

/** One site as the rules see it. */
export interface RuleContext {
  readonly site: Site;
  readonly files: FileIndex;
  readonly repository: HostedRepository | undefined;
  readonly anchors: AnchorIndex;
  readonly names: NameIndex;
  /** The OpenAPI files of the site, by path. */
  readonly specifications: ReadonlyMap<string, PageFacts>;
  /** Target of every link of a page, in the order of `facts.links`. */
  targetsOf(path: string): readonly LinkTarget[];
  /** Pages whose content this page shows; undefined for what cannot be read here. */
  includedBy(path: string, facts: PageFacts): readonly (string | undefined)[];
  /** Pages that others include as they stand, so that their anchors are those of the other page. */
  readonly shown: ReadonlySet<string>;
  /** True when git ignores the path, so that a build is expected to make it. */
  readonly madeByBuild: (path: string) => boolean;
}

export const settingsPath = '.docwright/check.yml';

/** What a project asks of the checker. */
export interface CheckSettings {
  /** The severity that a finding has for the project; undefined when it does not want to see it. */
  apply(problem: Pick<SiteProblem, 'rule' | 'path' | 'message'>, severity: Severity): Severity | undefined;
  readonly problems: readonly SiteProblem[];
}
