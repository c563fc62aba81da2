/**
 * A directive that ends also ends the code block that is open within it, as remark-directive reads it: `:::` becomes the
 * fence that is missing. Every offset and line stays true.
 */
export function endCodeWithDirectives(source: string): string {
  const lines = source.split('\n');
  const open: number[] = [];
  let fence: { readonly mark: string; readonly line: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const mark = /^\s*(`{3,}|~{3,})(.*)$/u.exec(line);
    const colons = /^\s*(:{3,})\s*(.?)/u.exec(line);
    const ends = colons?.[1] !== undefined && colons[2] === '' && colons[1].length >= (open.at(-1) ?? Infinity);
    if (fence === undefined) {
      if (mark?.[1] !== undefined) fence = { mark: mark[1], line: index };
      else if (ends) open.pop();
      else if (colons?.[1] !== undefined && colons[2] !== '') open.push(colons[1].length);
    } else if (mark?.[1]?.startsWith(fence.mark) === true && mark[2]?.trim() === '') fence = undefined;
    else if (ends) {
      const short = fence.mark.slice(0, 3);
      lines[fence.line] = (lines[fence.line] ?? '').replace(fence.mark, short.padEnd(fence.mark.length));
      lines[index] = line.replace(/:{3,}/u, (run) => short.charAt(0).repeat(run.length));
      open.pop();
      fence = undefined;
    }
  }
  return lines.join('\n');
}
