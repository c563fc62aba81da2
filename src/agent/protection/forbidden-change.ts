import { isDataChangeApart } from './is-data-change-apart.ts';
import { isProgram } from './is-program.ts';
import { findProtection, isAllowed, type DataForm } from './protected-paths.ts';

/** Largest settings whose change is looked into, in bytes; a thread compares them in less than half a second. */
const largest: Readonly<Record<DataForm, number>> = {
  json: 128 * 1024,
  toml: 128 * 1024,
  module: 64 * 1024,
  'list-module': 64 * 1024,
  yaml: 32 * 1024,
};

/** A change of one file: its bytes before and after; undefined where there is none. */
export interface FileChange {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/** What a project lets an agent change. */
export interface Bounds {
  /** Paths and folders that its settings name: they open what is protected, and what lies outside the docs folder. */
  readonly allowedPaths: readonly string[];
  /** Empty for the whole repository, whose code may then only be read. */
  readonly docsFolder: string;
}

/**
 * Why an agent may not make this change, as the end of a sentence about the path, or undefined. A file that a build runs
 * may be changed in navigation, redirects and words, which is proven by comparing what it says before and after.
 */
export async function findForbiddenChange(
  { path, before, after }: FileChange,
  { allowedPaths, docsFolder }: Bounds,
): Promise<string | undefined> {
  const protection = findProtection(path, allowedPaths);
  if (protection === undefined) {
    if (isAllowed(path, allowedPaths)) return undefined;
    if (docsFolder !== '') return path.startsWith(`${docsFolder}/`) ? undefined : 'it is outside the docs folder';
    return isProgram(path) ? 'it is code, and only documentation may change' : undefined;
  }
  const { reason, data } = protection;
  if (data === undefined) return reason;
  const isSmall = [before, after].every((bytes) => (bytes?.length ?? 0) <= largest[data]);
  if (isSmall && (await isDataChangeApart({ before: textOf(before), after: textOf(after) }, data))) return undefined;
  return `${reason}, so only navigation, redirects and titles may change in it, where they stand as plain values, and this is not seen to be such a change`;
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}
