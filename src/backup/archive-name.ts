export const archiveEnding = '.tar.zst';
const namePattern = /^docwright-\d{8}T\d{9}Z(?:-(\d+))?\.tar\.zst$/;

/**
 * The name of the next archive beside these: the time is for people, the number behind it says which came after which. A clock
 * may be wrong.
 */
export function nextName(names: Iterable<string>, now: number): string {
  const sequence = Math.max(0, ...[...names].map(sequenceOf)) + 1;
  return `docwright-${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}-${sequence}${archiveEnding}`;
}

/** Those that `nextName` or an earlier version gave, the newest first. */
export function newestFirst(names: Iterable<string>): string[] {
  return [...names]
    .filter((name) => namePattern.test(name))
    .sort((a, b) => sequenceOf(b) - sequenceOf(a) || (a < b ? 1 : -1));
}

/** Earlier versions gave none, so theirs are older. */
function sequenceOf(name: string): number {
  return Number(namePattern.exec(name)?.[1] ?? 0);
}
