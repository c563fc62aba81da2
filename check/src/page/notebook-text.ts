import type { PageFacts } from './page-facts.ts';

/** Characters of a notebook that is read: what is longer is pictures that its code drew, and takes too long to go through. */
const longestNotebook = 8_000_000;

/** From the beginning of a word only: pictures stand in code as words of a million letters. */
const fileName = /(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+\.[a-z][a-z\d]{1,5}(?![\p{L}\p{N}_])/giu;

/**
 * The Markdown of a Jupyter notebook, each line at its place in the file and the rest of the file empty; undefined for one
 * that is not written line by line, as Jupyter writes it. A line that names a file which code of the notebook names as well is
 * left out, since the code may make that file. https://nbformat.readthedocs.io/en/latest/format_description.html
 */
export function notebookText(source: string): string | undefined {
  if (source.length > longestNotebook) return undefined;
  let kind: string | undefined;
  let isText = false;
  const namedInCode = new Set<string>();
  const lines = source.split('\n').map((line) => {
    if (isText && /^\s*\]/u.test(line)) isText = false;
    else if (isText && kind === 'markdown') return textOf(line);
    else if (isText) for (const [name] of line.matchAll(fileName)) namedInCode.add(name);
    else {
      kind = /^\s*"cell_type": "(\w+)"/u.exec(line)?.[1] ?? kind;
      isText = /^\s*"source": \[\s*$/u.test(line);
    }
    return '';
  });
  const hasCells = /^[ \t]*"cell_type": "/mu.test(source);
  const isOneString = /^[ \t]*"source": "/mu.test(source);
  if (!hasCells || isOneString) return undefined;
  const isOfCode = (line: string): boolean => (line.match(fileName) ?? []).some((name) => namedInCode.has(name));
  return lines.map((line) => (namedInCode.size > 0 && isOfCode(line) ? '' : line)).join('\n');
}

function textOf(line: string): string {
  try {
    const text: unknown = JSON.parse(line.trim().replace(/,$/u, ''));
    return typeof text === 'string' ? text.replace(/\n$/u, '').replaceAll('\n', ' ') : '';
  } catch {
    return '';
  }
}

/** What is found in its Markdown, without what would have to be changed in JSON, and what one cell does to the next. */
export function ofNotebook(facts: PageFacts): PageFacts {
  return { ...facts, links: facts.links.map((link) => ({ ...link, range: undefined })), problems: [] };
}
