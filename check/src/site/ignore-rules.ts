import ignore, { type Ignore } from 'ignore';
import { within } from './paths.ts';

/** Characters of a pattern: no path is that long, and of some longer ones no expression can be made. */
export const longestIgnorePattern = 1_000;

/** Patterns as `.gitignore` has them, a line each; a longer one than any path is passed over. */
export function ignoreRules(...texts: readonly (string | readonly string[])[]): Ignore {
  const lines = texts.flatMap((text) => (typeof text === 'string' ? text.split(/\r?\n/) : text));
  return ignore().add(lines.filter((line) => line.length <= longestIgnorePattern));
}

/** The rules of a `.gitignore`, for what lies below its folder. */
export interface FolderRules {
  readonly folder: string;
  readonly rules: Ignore;
}

/**
 * Whether git leaves out a path of which it leaves out no folder; that of a folder ends in a slash. The nearest `.gitignore` that says
 * anything decides: it may take back what one above it leaves out, and with a folder all that lies there.
 * https://git-scm.com/docs/gitignore#_description
 */
export function isLeftOut(nearestFirst: readonly FolderRules[], path: string): boolean {
  for (const { folder, rules } of nearestFirst) {
    const inside = within(folder, path) ?? '';
    const parent = inside.slice(0, inside.lastIndexOf('/', inside.length - 2) + 1);
    if (inside === '' || (parent !== '' && rules.ignores(parent))) continue;
    const { ignored, unignored } = rules.test(inside);
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** Folders of a path that are asked one after the other; no `.gitignore` takes anything back below more. */
const deepest = 64;
/** Characters: no path of a file is longer (`PATH_MAX` of Linux), and each folder of one takes a place on the stack. */
const longestPath = 4_096;

/** The same of any path, whose folders are asked before it. */
export function createLeftOut(all: readonly FolderRules[]): (path: string) => boolean {
  return (path) => {
    if (path.length > longestPath) return false;
    const above = all
      .filter(({ folder }) => within(folder, path) !== undefined)
      .toSorted((one, other) => other.folder.length - one.folder.length);
    const names = path.split('/');
    if (above.length < 2 || names.length > deepest)
      return above.some(({ folder, rules }) => rules.ignores(within(folder, path) ?? path));
    return names.some((_, index) => {
      const end = index === names.length - 1 ? '' : '/';
      return isLeftOut(above, names.slice(0, index + 1).join('/') + end);
    });
  };
}
