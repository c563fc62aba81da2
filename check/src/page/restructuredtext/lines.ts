const marker = /^(?:[-*+•‣⁃]|\(?(?:\d+|#|[a-zA-Z]|[ivxlcdmIVXLCDM]+)[.)])[ ]+/u;

/** Tabs are spaces up to the next column of eight. */
export function expandTabs(line: string): string {
  const indent = /^[ \t]*\t[ \t]*/u.exec(line)?.[0];
  if (indent === undefined) return line;
  let width = 0;
  for (const sign of indent) width += sign === '\t' ? 8 - (width % 8) : 1;
  return ' '.repeat(width) + line.slice(indent.length);
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/** The text after the marks of list items, and where it begins. */
export function withoutMarkers(line: string): { readonly text: string; readonly indent: number } {
  let text = line.trimStart();
  for (let found = marker.exec(text); found !== null; found = marker.exec(text)) text = text.slice(found[0].length);
  return { text, indent: line.length - text.length };
}

/** The name and the address of `.. _name: address`; a name between backquotes may have any sign. */
export function splitTarget(text: string): readonly [name: string, address: string] | undefined {
  const quoted = /^`([^`]+)` ?:(?: +(.*))?$/u.exec(text);
  if (quoted !== null) return [quoted[1] ?? '', quoted[2] ?? ''];
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    const before = text[colon - 1] ?? ':';
    const isEscaped = before === '\\' || (before === ':' && text[colon - 2] !== '\\');
    if (!isEscaped && /^(?: |$)/u.test(text.slice(colon + 1, colon + 2)))
      return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
  }
  return undefined;
}
