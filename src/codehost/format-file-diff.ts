import { structuredPatch } from 'diff';

/**
 * The change of one file in git's format. Paths begin with a slash; that before or after is undefined if the file was added or
 * deleted. A text is undefined if it is binary.
 */
export function formatFileDiff(
  [before, after]: readonly [string | undefined, string | undefined],
  [oldText, newText]: readonly [string | undefined, string | undefined],
): string {
  const [oldPath, newPath] = [`a${before ?? after ?? ''}`, `b${after ?? before ?? ''}`];
  const lines = [`diff --git ${oldPath} ${newPath}`];
  if (before === undefined) lines.push('new file mode 100644');
  else if (after === undefined) lines.push('deleted file mode 100644');
  else if (before !== after) lines.push(`rename from ${before.slice(1)}`, `rename to ${after.slice(1)}`);
  const patch =
    oldText === undefined || newText === undefined ? undefined : compare([oldPath, oldText], [newPath, newText]);
  if (patch === undefined) lines.push(`Binary files ${oldPath} and ${newPath} differ`);
  else if (patch.hunks.length > 0)
    lines.push(
      `--- ${before === undefined ? '/dev/null' : oldPath}`,
      `+++ ${after === undefined ? '/dev/null' : newPath}`,
    );
  for (const { oldStart, oldLines, newStart, newLines, lines: changed } of patch?.hunks ?? []) {
    const range = (start: number, count: number) => `${count === 0 ? start - 1 : start},${count}`;
    lines.push(`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`, ...changed);
  }
  return `${lines.join('\n')}\n`;
}

/** Undefined for texts that differ in more lines than anybody reads: comparing them would hold up the server. */
function compare([oldPath, oldText]: readonly [string, string], [newPath, newText]: readonly [string, string]) {
  const isChange = oldText !== '' && newText !== '';
  const options = { context: 3, ...(isChange && { maxEditLength: 2_000 }) };
  return structuredPatch(oldPath, newPath, oldText, newText, '', '', options);
}
