import { createRequire } from 'node:module';

/** A run of text of one look. `className` holds the classes of highlight.js, `changed` marks what differs in a line. */
export interface Segment {
  readonly text: string;
  readonly className: string;
  readonly changed: boolean;
}

export type HighlightLines = (code: string, path: string) => Segment[][];

/** The part of highlight.js that is used; its own types would bring the browser's globals into the server. */
interface Highlighter {
  getLanguage(name: string): unknown;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
}

const languages: Record<string, string> = {
  mdx: 'markdown',
  markdown: 'markdown',
  html: 'xml',
  svg: 'xml',
  svelte: 'xml',
  vue: 'xml',
  yml: 'yaml',
  jsonc: 'json',
  mjs: 'javascript',
  cjs: 'javascript',
  toml: 'ini',
};
/** Settings above a page, whole or from the middle on; to Markdown alone their last line would be a heading. */
const frontmatter = /^(?:---\n)?(?:[\w-]+:.*\n|[ \t#-].*\n)*---(?:\n|$)/;
/** Past this many characters colours cost more than they help. */
const limit = 200_000;

/** Loads the languages once; call it when the first page is shown, not when the server starts. */
export function createHighlighter(): HighlightLines {
  const require = createRequire(import.meta.url);
  const highlighter = require('highlight.js/lib/common') as Highlighter;
  return (code, path) => {
    const extension = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
    const language = languages[extension] ?? extension;
    if (code.length > limit || highlighter.getLanguage(language) === undefined) {
      return code.split('\n').map((text) => [{ text, className: '', changed: false }]);
    }
    const colour = (text: string, as: string): Segment[][] =>
      splitLines(highlighter.highlight(text, { language: as, ignoreIllegals: true }).value);
    const head = language === 'markdown' ? (frontmatter.exec(code)?.[0] ?? '') : '';
    if (head === '') return colour(code, language);
    const rest = code.slice(head.length);
    return [...colour(head.replace(/\n$/, ''), 'yaml'), ...(head.endsWith('\n') ? colour(rest, language) : [])];
  };
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/** highlight.js writes nested `<span class="...">` around escaped text; lines want flat runs that end with the line. */
function splitLines(html: string): Segment[][] {
  const lines: Segment[][] = [[]];
  const open: string[] = [];
  for (const [token, className] of html.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (className !== undefined) open.push(className);
    else if (token === '</span>') open.pop();
    else {
      const text = token.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);
      for (const [index, piece] of text.split('\n').entries()) {
        if (index > 0) lines.push([]);
        if (piece !== '') lines.at(-1)?.push({ text: piece, className: open.at(-1) ?? '', changed: false });
      }
    }
  }
  return lines;
}
