import ignore, { type Ignore } from 'ignore';

/** Characters of a pattern: no path is that long, and of some longer ones no expression can be made. */
export const longestIgnorePattern = 1_000;

/** Patterns as `.gitignore` has them, a line each; a longer one than any path is passed over. */
export function ignoreRules(...texts: readonly (string | readonly string[])[]): Ignore {
  const lines = texts.flatMap((text) => (typeof text === 'string' ? text.split(/\r?\n/) : text));
  return ignore().add(lines.filter((line) => line.length <= longestIgnorePattern));
}

export interface IgnoreFile {
  readonly folder: string;
  readonly text: string;
}

/**
 * Patterns of several `.gitignore` as one: that of a deeper folder comes after those above it, whose patterns it may take back.
 * https://git-scm.com/docs/gitignore#_description
 */
export function ignoreRulesOf(ignoreFiles: readonly IgnoreFile[]): Ignore {
  const depth = (folder: string): number => (folder === '' ? 0 : folder.split('/').length);
  const ordered = ignoreFiles.toSorted((a, b) => depth(a.folder) - depth(b.folder));
  return ignoreRules(
    ordered.flatMap(({ folder, text }) => text.split(/\r?\n/).flatMap((line) => patternBelow(folder, line))),
  );
}

/** The pattern as one of the top folder would name the same. One without a slash before its end means any depth. */
function patternBelow(folder: string, line: string): string[] {
  const { taken = '', pattern = '' } = /^(?<taken>!?)(?<pattern>.*)$/su.exec(line)?.groups ?? {};
  if (folder === '' || line.startsWith('#')) return [line];
  if (pattern.trim() === '') return [];
  const anyDepth = /^[^/]+\/?\s*$/u.test(pattern) ? '**/' : '';
  // Before a sign that begins no pattern any more, its backslash would be part of the name.
  const inside = pattern.replace(/^\/|^\\(?=[!#])/u, '');
  return [`${taken}/${folder.replace(/[*?[\]\\]/gu, String.raw`\$&`)}/${anyDepth}${inside}`];
}
