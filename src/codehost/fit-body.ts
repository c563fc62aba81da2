/**
 * Cuts the text of a pull request to a host's limit, in UTF-16 units as the hosts count. What comes last (the hidden
 * marker by which we know our own) always stays, and the cut is said in the text.
 */
export function fitBody(body: string, limit: number): string {
  if (body.length <= limit) return body;
  const marker = hiddenLinesAtEnd(body);
  const tail = `\n\n… Text shortened; the job has all of it.\n\n${marker}`.trimEnd();
  const shortened = body.slice(0, limit - tail.length);
  // Never in the middle of a surrogate pair; better at the end of a line.
  const line = shortened.lastIndexOf('\n');
  return (line > shortened.length * 0.8 ? shortened.slice(0, line) : shortened.replace(/[\uD800-\uDBFF]$/, '')) + tail;
}

function hiddenLinesAtEnd(body: string): string {
  const lines = body.trimEnd().split('\n');
  const last = lines.findLastIndex((line) => {
    const text = line.trim();
    return text !== '' && !(text.startsWith('<!--') && text.endsWith('-->'));
  });
  return lines
    .slice(last + 1)
    .join('\n')
    .trim();
}
