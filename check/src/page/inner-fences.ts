/** A fence that may open a block of code, behind the mark of an item too. */
const opening = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})?)(`{3,}|~{3,})[^`]*$/u;
const anyFence = /^[ \t>]*(?:`{3,}|~{3,})/u;

/**
 * Blanks the fences that stand in a block of code as `pymdownx.superfences` reads one: what closes it has the marks and the
 * indentation of what opened it, so that fences which are indented more are code. A line with less indentation shows that
 * nothing was opened. Every offset stays true.
 * https://github.com/facelessuser/pymdown-extensions/blob/10.16/pymdownx/superfences.py
 */
export function withoutInnerFences(text: string): string {
  if (!text.includes('```') && !text.includes('~~~')) return text;
  const lines = text.split('\n');
  let open: { readonly mark: string; readonly width: number; readonly quotes: number } | undefined;
  let inner: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (open === undefined) {
      const [, before = '', mark] = opening.exec(line.trimEnd()) ?? [];
      inner = [];
      if (mark !== undefined) open = { mark, width: widthOf(before), quotes: quotesIn(before) };
      continue;
    }
    if (line.trim() === '') continue;
    const { width, quotes, rest } = beginningOf(line, open.width);
    if (quotes > open.quotes || (open.quotes === 0 && width !== open.width)) open = undefined;
    else if (rest.trimEnd() === open.mark) {
      for (const at of inner) lines[at] = lines[at]?.replace(/[`~]/gu, ' ') ?? '';
      open = undefined;
    } else if (anyFence.test(rest)) inner.push(index);
  }
  return lines.join('\n');
}

function widthOf(before: string): number {
  let width = 0;
  for (const sign of before) width += sign === '\t' ? tab - (width % tab) : 1;
  return width;
}

function quotesIn(before: string): number {
  return before.split('>').length - 1;
}

/** Of a line, what stands in the columns up to that of the fence, as far as it is blank, and what follows. */
function beginningOf(line: string, to: number): { width: number; quotes: number; rest: string } {
  let at = 0;
  let width = 0;
  for (; width < to && [' ', '\t', '>'].includes(line.charAt(at)); at += 1)
    width += line.charAt(at) === '\t' ? tab - (width % tab) : 1;
  return { width, quotes: quotesIn(line.slice(0, at)), rest: line.slice(at) };
}

const tab = 4;
