/** The addresses that a repository of documentation leads elsewhere. */
export interface DeclaredRedirects {
  /** Paths such as `/old`; in some, `?` stands for a character of a segment, `*` for any of them, `**` for any segments. */
  readonly patterns: readonly string[];
  /** False where there may be others: declared in ways that are not read, too many, or too much to be read. */
  readonly whole: boolean;
}

/** Those of a project's repository as it was lately; undefined where they are not known. Never throws. */
export type FindRedirects = (projectId: string) => Promise<DeclaredRedirects | undefined>;
