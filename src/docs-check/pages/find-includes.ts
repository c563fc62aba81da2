import { fencedLines } from './fenced-lines.ts';
import type { Dialect, IncludeKind, IncludeStyle, PageFacts } from './page-facts.ts';

interface IncludePattern {
  readonly pattern: RegExp;
  readonly shows: IncludeKind;
  readonly inCode: boolean;
}

const patterns: Readonly<Record<IncludeStyle, readonly IncludePattern[]>> = {
  // https://vitepress.dev/guide/markdown#markdown-file-inclusion and #import-code-snippets
  vitepress: [
    { pattern: /^\s*<!--\s*@include:\s*([^\s#{]+)/u, shows: 'markdown', inCode: false },
    { pattern: /^\s*<<<\s*([^\s#{[]+)/u, shows: 'code', inCode: false },
  ],
  // https://facelessuser.github.io/pymdown-extensions/extensions/snippets/
  snippets: [
    { pattern: /^\s*-{1,}8<-{1,}\s+["']([^"':;]+)[^"']*["']/u, shows: 'markdown', inCode: true },
    // https://mkdocstrings.github.io/usage/ writes pages from source code, https://mkdocs-macros-plugin.readthedocs.io from templates.
    { pattern: /^:::\s+([\w.]+)\s*$/u, shows: 'generated', inCode: false },
    { pattern: /(\{\{|\{%)/u, shows: 'generated', inCode: false },
  ],
  // https://myst-parser.readthedocs.io/en/latest/syntax/organising_content.html#inserting-other-documents-directly-into-the-current-document
  myst: [
    { pattern: /^\s*(?:`{3,}|~{3,}|:{3,})\{include\}\s+(\S+)/u, shows: 'markdown', inCode: true },
    { pattern: /^\s*(?:`{3,}|~{3,}|:{3,})\{literalinclude\}\s+(\S+)/u, shows: 'code', inCode: true },
  ],
  // https://fumadocs.dev/docs/mdx/include
  element: [{ pattern: /^\s*<include(?:\s[^>]*)?>\s*([^<\s#]+)/u, shows: 'markdown', inCode: false }],
};

/** Lines by which a page shows a part of another file. */
export function findIncludes(text: string, { includes }: Dialect): PageFacts['includes'] {
  if (includes === undefined) return [];
  const lines = text.split('\n');
  const fenced = fencedLines(lines);
  return lines.flatMap((line, index) =>
    patterns[includes].flatMap(({ pattern, shows, inCode }) => {
      const source = fenced[index] === true && !inCode ? undefined : pattern.exec(line)?.[1];
      return source === undefined ? [] : [{ source, shows, line: index + 1, column: line.search(/\S/u) + 1 }];
    }),
  );
}
