import { duration } from '../../kernel/clock.ts';
import { runInThread } from '../../kernel/run-in-thread.ts';
import { isDataChange, type TextChange } from './is-data-change.ts';
import { findProtection, type DataForm } from './protected-paths.ts';

/** Largest settings whose change is looked into, in bytes; a thread compares them in less than half a second. */
const largest: Readonly<Record<DataForm, number>> = {
  json: 128 * 1024,
  toml: 128 * 1024,
  module: 64 * 1024,
  'list-module': 64 * 1024,
  yaml: 32 * 1024,
};
/** Characters of both versions up to which comparing takes some 50 ms at most, so that a thread would take longer. */
const short = 8 * 1024;
/** What takes longer counts as a change of what runs. */
const limits = { milliseconds: 10 * duration.second, memoryMegabytes: 256 };

/** A change of one file: its bytes before and after; undefined where there is none. */
export interface FileChange {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/**
 * Why an agent may not make this change, as the end of a sentence about the path, or undefined. A file that a build runs
 * may be changed in navigation, redirects and words, which is proven by comparing what it says before and after.
 */
export async function findForbiddenChange(
  { path, before, after }: FileChange,
  allowed: readonly string[],
): Promise<string | undefined> {
  const protection = findProtection(path, allowed);
  if (protection === undefined) return undefined;
  const { reason, data } = protection;
  if (data === undefined) return reason;
  const isSmall = [before, after].every((bytes) => (bytes?.length ?? 0) <= largest[data]);
  if (isSmall && (await isDataChangeApart({ before: textOf(before), after: textOf(after) }, data))) return undefined;
  return `${reason}, so only navigation, redirects and titles may change in it`;
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}

/** `isDataChange` without holding up the process: in a thread of its own where the texts are long. */
async function isDataChangeApart(change: TextChange, form: DataForm): Promise<boolean> {
  if ((change.before ?? '').length + (change.after ?? '').length <= short) return isDataChange(change, form);
  return runInThread(new URL('./is-data-change.worker.ts', import.meta.url), { change, form }, limits, false);
}
