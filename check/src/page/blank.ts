/** Spaces in place of what is not read, as many as it is long, so that every offset and line after it stays true: a sign such as an emoji counts twice. */
export function blank(text: string): string {
  return text.replace(/[^\n]+/gu, (line) => ' '.repeat(line.length));
}
