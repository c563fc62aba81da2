import { fencedLines } from './fenced-lines.ts';
import type { Dialect, PageProblem } from './page-facts.ts';

/**
 * What begins a block of Python-Markdown, as its extensions match it, with all that may follow on the line.
 * https://github.com/Python-Markdown/markdown/blob/master/markdown/extensions/admonition.py and
 * https://github.com/facelessuser/pymdown-extensions/blob/main/pymdownx/details.py
 */
const admonition = /^!!! ?[\p{L}\p{N}_-]+(?: +[\p{L}\p{N}_-]+)*(?: +".*")? *$/u;
const details = /^\?{3}\+? ?(?:[\p{L}\p{N}_-]+(?: +[\p{L}\p{N}_-]+)*)?(?: +".*"|".*")? *$/u;

/** Blocks such as `!!! note "Title"` whose first line is not read as one, and those whose text is not indented. */
export function findAdmonitionSlips(body: string, { admonitions = [] }: Dialect): PageProblem[] {
  if (!admonitions.some((start) => body.includes(start))) return [];
  const lines = body.split(/\r?\n/u);
  const fenced = fencedLines(lines);
  return lines.flatMap((written, index): PageProblem[] => {
    const line = written.replaceAll('\t', ' ');
    const [start] = /^(?:!!! ?[\p{L}_]|\?{3}\+? ?["\p{L}_])/u.exec(line) ?? [];
    if (!admonitions.some((known) => start?.startsWith(known)) || fenced[index] === true) return [];
    const place = { rule: 'unclosed-block', line: index + 1, column: 1 };
    if (!(line.startsWith('!') ? admonition : details).test(line)) {
      const message = 'This line begins no block: its title must end with a quotation mark, and nothing may follow.';
      return [{ ...place, severity: 'error', message }];
    }
    if (!/^\S/u.test(lines[index + 1] ?? '')) return [];
    const message =
      'The text below is not indented, so this block stays empty. Not certain: a title alone may be meant.';
    return [{ ...place, severity: 'warning', message }];
  });
}
