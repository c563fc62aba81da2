import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = { bash, css, javascript, json, markdown, python, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
type Language = keyof typeof languages;

const extensions: Readonly<Record<string, Language>> = {
  md: 'markdown',
  mdx: 'markdown',
  markdown: 'markdown',
  json: 'json',
  jsonc: 'json',
  yml: 'yaml',
  yaml: 'yaml',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  css: 'css',
  html: 'xml',
  xml: 'xml',
  svg: 'xml',
  vue: 'xml',
  svelte: 'xml',
  sh: 'bash',
  py: 'python',
};

/** Characters of a piece of code past which colours cost more than they help. */
const longestCode = 100_000;

export interface Token {
  readonly text: string;
  /** Class names of highlight.js; empty for plain text. */
  readonly scope: string;
}

/**
 * The parts of each line, in order; the texts of a line's parts together are the line. The lines are coloured as one, so
 * that what spans several keeps its colour. Runs in the worker: there is text for which a rule takes minutes.
 */
export function highlightLines(lines: readonly string[], path: string): Token[][] {
  const language = extensions[path.split('.').at(-1)?.toLowerCase() ?? ''];
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  if (language === undefined || length > longestCode) return lines.map((text) => [{ text, scope: '' }]);
  const head = language === 'markdown' ? frontmatterLines(lines) : 0;
  return [...colour(lines.slice(0, head), 'yaml'), ...colour(lines.slice(head), language)];
}

/** How many lines are settings above a page, whole or from the middle on; to Markdown their last would be a heading. */
function frontmatterLines(lines: readonly string[]): number {
  const start = lines[0] === '---' ? 1 : 0;
  const end = lines.findIndex((line, index) => index >= start && !/^[\w-]+:|^[ \t#]|^-(?!--$)/.test(line));
  return end > start && lines[end] === '---' ? end + 1 : 0;
}

function colour(lines: readonly string[], language: Language): Token[][] {
  if (lines.length === 0) return [];
  return splitLines(hljs.highlight(lines.join('\n'), { language, ignoreIllegals: true }).value);
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** Its HTML consists of spans and escaped text only; read back into parts, nothing is ever put into the page as HTML. */
function splitLines(html: string): Token[][] {
  const lines: Token[][] = [[]];
  const scopes: string[] = [];
  for (const [part, opened] of html.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (opened !== undefined) scopes.push(opened);
    else if (part === '</span>') scopes.pop();
    else {
      const text = part.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);
      for (const [index, piece] of text.split('\n').entries()) {
        if (index > 0) lines.push([]);
        if (piece !== '') lines.at(-1)?.push({ text: piece, scope: scopes.at(-1) ?? '' });
      }
    }
  }
  return lines;
}
