import { findProtection, type DataForm, type Protection } from './protected-paths.ts';
import { isListOnly, isSameCode } from './same-code.ts';
import { isSameSettings } from './same-settings.ts';

/** Largest settings whose change is looked into, in bytes: comparing them takes up to 50 ms. */
const largest: Readonly<Record<DataForm, number>> = {
  json: 128 * 1024,
  toml: 128 * 1024,
  module: 64 * 1024,
  'list-module': 64 * 1024,
  yaml: 32 * 1024,
};

/** A change of one file: its text before and after; undefined where there is none. */
export interface FileChange {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/**
 * Why an agent may not make this change, as the end of a sentence about the path, or undefined. A file that a build runs
 * may be changed in navigation, redirects and words, which is proven by comparing what it says before and after.
 */
export function findForbiddenChange(change: FileChange, allowed: readonly string[]): string | undefined {
  const protection = findProtection(change.path, allowed);
  if (protection === undefined || isDataChange(change, protection.data)) return undefined;
  return protection.data === undefined
    ? protection.reason
    : `${protection.reason}, so only navigation, redirects and titles may change in it`;
}

function isDataChange({ before, after }: FileChange, data: Protection['data']): boolean {
  if (data === undefined || [before, after].some((bytes) => (bytes?.length ?? 0) > largest[data])) return false;
  const [one, other] = [before, after].map((bytes) =>
    bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8'),
  );
  if (data === 'list-module') {
    // A new one may be written and a plain one removed.
    if (one === undefined || other === undefined) return isListOnly(one ?? other ?? '');
    return isSameCode(one, other, { isList: true });
  }
  if (one === undefined || other === undefined) return false;
  return data === 'module' ? isSameCode(one, other, { isList: false }) : isSameSettings(one, other, data);
}
