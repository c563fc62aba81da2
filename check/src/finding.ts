import type { ProbeLinks } from './external/link-probe.ts';

export type Severity = 'error' | 'warning' | 'notice';

/** Checks documentation without ever evaluating it. */
export interface Check {
  check(request: CheckRequest): Promise<CheckReport>;
  /**
   * Parses one file as its framework would (frontmatter, Markdown or MDX); quick enough to run after every edit. The
   * framework is told from the settings in `tree`; without it, or for a file of no site, from the extension alone.
   */
  checkFile(path: string, content: string, tree?: DocsTree): Promise<readonly Finding[]>;
  /** The addresses that the settings of the sites and of their host lead elsewhere. */
  readRedirects(request: Pick<CheckRequest, 'tree' | 'docsFolder' | 'signal'>): Promise<DeclaredRedirects>;
}

export interface CheckRequest {
  readonly tree: DocsTree;
  /** The tree before the change. When given, each finding says whether the change brought it in. */
  readonly base?: DocsTree;
  /** Paths that differ between `base` and `tree`, when known: `base` is then read only for these. */
  readonly changed?: readonly string[];
  /** Folder of the documentation inside the tree; empty means the whole tree. */
  readonly docsFolder?: string;
  /** The repository that the tree is the whole of: complete addresses of its files are then looked up in the tree. */
  readonly repository?: HostedRepository;
  /** Asks about links that leave the site; without it they are not judged. With a base, only those the change brought. */
  readonly probeLinks?: ProbeLinks;
  readonly signal?: AbortSignal;
}

export interface CheckReport {
  readonly frameworks: readonly string[];
  readonly pages: number;
  readonly findings: readonly Finding[];
}

export interface Finding {
  /** Stable kebab-case name, such as `broken-link`. */
  readonly rule: string;
  readonly severity: Severity;
  readonly path: string;
  /** 1-based; undefined when the finding is about the whole file. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** What is wrong, and what is probably meant. */
  readonly message: string;
  /** True when the base did not have it; undefined when there is no base. */
  readonly introduced: boolean | undefined;
  /** Who found it, where the framework's own build was asked too: `docwright`, and the names of builds. */
  readonly saidBy?: readonly string[];
  /** The edit that puts it right, where only one can be meant: replace these characters of the file by `text`. */
  readonly fix?: { readonly range: readonly [start: number, end: number]; readonly text: string };
}

/** The addresses that a repository of documentation leads elsewhere. */
export interface DeclaredRedirects {
  /** Paths such as `/old`; in some, `?` stands for a character of a segment, `*` for any of them, `**` for any segments. */
  readonly patterns: readonly string[];
  /** False where there may be others: declared in ways that are not read, too many, or too much to be read. */
  readonly whole: boolean;
}

/** The rule of a finding that says that nothing, or not everything, could be checked: what there is was too much. */
export const notChecked = 'not-checked';

/** Whether `checkFile` finds faults in the syntax of a file with this name, whatever the site. */
export function isParsed(path: string): boolean {
  return /\.(?:mdx?|json|ya?ml|toml|[cm]?[jt]s|[jt]sx)$/iu.test(path);
}

/** Read access to a tree of documentation: a folder on disk, or a commit of a repository. Paths use `/`, no leading one. */
export interface DocsTree {
  /** Names what the tree holds, such as a commit: a tree with the same name holds the same, whoever reads it. */
  readonly id?: string;
  list(): Promise<readonly string[]>;
  /** Those of them that are symbolic links, where that is known. */
  symbolicLinks?(): Promise<readonly string[]>;
  /** Of a file beyond `largestFile` only so much that it is seen to be. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Where it lies on disk, if it is a folder as it stands: another process can then read it by itself. */
  readonly folder?: string;
  /** Files that it had once, those that went last first, where its history is at hand. */
  formerPaths?(): Promise<readonly FormerPath[]>;
}

/** A file that the tree had once. It may have come back since. */
export interface FormerPath {
  readonly path: string;
  /** Where it went as it was. */
  readonly movedTo?: string;
  /** The commit that removed it, by the beginning of its name, and its day (`2025-03-01`); undefined for the change that is checked. */
  readonly by?: { readonly commit: string; readonly day: string };
}

/** Bytes of a file that is looked into. The largest OpenAPI file that is published has 12 million. */
export const largestFile = 16 * 1024 * 1024;

/** A repository on its code host. */
export interface HostedRepository {
  /** As `https://github.com/acme/tool`. */
  readonly url: string;
  /** The branch that the tree stands on, where it is known: what is not in the tree is then not there. */
  readonly branch?: string;
}

/** `1 page`, `2 pages`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
