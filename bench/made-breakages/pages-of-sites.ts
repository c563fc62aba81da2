import type { CommitFiles } from '../commit-tree.ts';

/** Pages that are none of a site, or not its own. */
const beside =
  /(?:^|\/)(?:node_modules|vendor|third[-_]party|tests?|__tests__|fixtures?|testdata|examples?|samples?|templates?|archetypes|partials?|_?includes?|_partials|snippets|versioned_docs|\.[\w-]+)\/|(?:^|\/)(?:changelog|changes|history|license|code_of_conduct)[\w.-]*$/iu;

/** The files that may be pages, by their paths. */
export function pagesOfSites({ paths, contents }: CommitFiles): string[] {
  return paths.filter((path) => contents.has(path) && !beside.test(path));
}

/** Whether a heading of the page has the words of the anchor, whatever its signs, or an element has it as id. */
export function hasAnchor(text: string, anchor: string): boolean {
  const bare = (some: string): string => some.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (new RegExp(`["'{#[]${anchor}["'}\\]]`, 'iu').test(text)) return true;
  return text.split('\n').some((line) => /^\s*(?:#|=)/u.test(line) && bare(line) === bare(anchor));
}
