import ignore, { type Ignore } from 'ignore';

/** Characters of a pattern: no path is that long, and of some longer ones no expression can be made. */
export const longestIgnorePattern = 1_000;

/** Patterns as `.gitignore` has them, a line each; a longer one than any path is passed over. */
export function ignoreRules(...texts: readonly (string | readonly string[])[]): Ignore {
  const lines = texts.flatMap((text) => (typeof text === 'string' ? text.split(/\r?\n/) : text));
  return ignore().add(lines.filter((line) => line.length <= longestIgnorePattern));
}
