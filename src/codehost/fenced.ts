/** A fenced code block that no line of the text can end. */
export function fenced(info: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${info}`, ...(text === '' ? [] : [text]), fence].join('\n');
}
