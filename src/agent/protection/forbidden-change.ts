import { isDataChangeApart } from './is-data-change-apart.ts';
import { findFileRule, isPartly, type Bounds, type DataForm } from './file-rules.ts';

/** Largest file whose change is looked into, in bytes; a thread compares it in less than half a second. */
const largest: Readonly<Record<DataForm, number>> = {
  json: 128 * 1024,
  toml: 128 * 1024,
  module: 64 * 1024,
  'list-module': 64 * 1024,
  yaml: 32 * 1024,
  markup: 2 * 1024 * 1024,
  redirects: 512 * 1024,
};
/** Content, which lies in the docs folder. Settings of the site often lie above it. */
const ofContent: readonly string[] = ['writable', 'markup', 'redirects', 'unlisted'];

/** A change of one file: its bytes before and after; undefined where there is none. */
export interface FileChange {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/**
 * Why an agent may not make this change, as the end of a sentence about the path, or undefined. What may change in part is
 * proven by comparing what the file says before and after.
 */
export async function findForbiddenChange(
  { path, before, after }: FileChange,
  bounds: Bounds,
): Promise<string | undefined> {
  const rule = findFileRule(path, bounds);
  if (rule === undefined) return undefined;
  const { change, reason } = rule;
  const isInside = bounds.docsFolder === '' || path.startsWith(`${bounds.docsFolder}/`);
  if (!isInside && ofContent.includes(change)) return 'it is outside the docs folder';
  if (change === 'writable') return undefined;
  if (!isPartly(change)) return reason;
  const isSmall = [before, after].every((bytes) => (bytes?.length ?? 0) <= largest[change]);
  if (isSmall && (await isDataChangeApart({ before: textOf(before), after: textOf(after) }, change))) return undefined;
  return `${reason}, and this is not seen to be such a change`;
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}
