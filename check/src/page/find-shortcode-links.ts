import { fencedLines } from './fenced-lines.ts';
import type { Dialect, Link } from './page-facts.ts';

/** `{{< relref "a.md#b" >}}`, `{{% ref path="a" lang="en" %}}`. https://gohugo.io/shortcodes/relref/ */
const reference =
  /\{\{[<%]\s{0,9}(?:rel)?ref\s{1,9}(?:path\s{0,9}=\s{0,9})?(["'`]?)([^"'`\s<>{}]{1,400})\1(?:\s[^{}\n]{0,200})?[>%]\}\}/gu;

/** Pages that shortcodes of Hugo name, in text and in addresses of links. */
export function findShortcodeLinks(source: string, { shortcodes }: Dialect): Link[] {
  if (shortcodes !== 'hugo' || !/ref\s/u.test(source)) return [];
  const lines = source.split('\n');
  const fenced = fencedLines(lines);
  return lines.flatMap((written, index) => {
    if (fenced[index] === true || !written.includes('{{')) return [];
    const line = written.includes('`') ? written.replace(/`[^`{}]*\{\{[^`]*`/gu, blank) : written;
    // The name may stand on the line below.
    const text = /ref\s*$/u.test(line) ? `${line}\n${lines[index + 1] ?? ''}` : line;
    return [...text.matchAll(reference)].map(({ 2: url = '', index: at }): Link => {
      const start = text.indexOf(url, at);
      const isBelow = start > line.length;
      return {
        line: index + 1 + (isBelow ? 1 : 0),
        column: isBelow ? start - line.length : start + 1,
        kind: 'page',
        url,
        element: 'relref',
        range: undefined,
      };
    });
  });
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}
