import type { PageFacts } from './page-facts.ts';

/**
 * The Markdown of a Jupyter notebook, each line at its place in the file and the rest of the file empty; undefined for one
 * that is not written line by line, as Jupyter writes it. https://nbformat.readthedocs.io/en/latest/format_description.html
 */
export function notebookText(source: string): string | undefined {
  let kind: string | undefined;
  let isText = false;
  const lines = source.split('\n').map((line) => {
    if (isText) {
      if (/^\s*\]/u.test(line)) isText = false;
      return isText ? textOf(line) : '';
    }
    const type = /^\s*"cell_type": "(\w+)"/u.exec(line)?.[1];
    kind = type ?? kind;
    isText = kind === 'markdown' && /^\s*"source": \[\s*$/u.test(line);
    return '';
  });
  const hasCells = /^[ \t]*"cell_type": "/mu.test(source);
  const isOneString = /^[ \t]*"source": "/mu.test(source);
  return hasCells && !isOneString ? lines.join('\n') : undefined;
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
