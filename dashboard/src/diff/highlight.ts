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

const extensions: Record<string, keyof typeof languages> = {
  md: 'markdown',
  mdx: 'markdown',
  markdown: 'markdown',
  json: 'json',
  yml: 'yaml',
  yaml: 'yaml',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  css: 'css',
  html: 'xml',
  xml: 'xml',
  svg: 'xml',
  vue: 'xml',
  sh: 'bash',
  py: 'python',
};

/** Longer lines (minified files) are shown plain: colouring them takes long and helps nobody. */
const longestLine = 2000;

export interface Token {
  readonly text: string;
  /** Class names of highlight.js; empty for plain text. */
  readonly scope: string;
}

/** The parts of one line of a file, in order; their texts together are the line. */
export function highlightLine(line: string, path: string): Token[] {
  const language = extensions[path.split('.').at(-1)?.toLowerCase() ?? ''];
  if (language === undefined || line.length > longestLine) return [{ text: line, scope: '' }];
  return readTokens(hljs.highlight(line, { language, ignoreIllegals: true }).value);
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/** Its HTML consists of spans and escaped text only; read back into parts, nothing is ever put into the page as HTML. */
function readTokens(html: string): Token[] {
  const tokens: Token[] = [];
  const scopes: string[] = [];
  for (const [part, opened] of html.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (opened !== undefined) scopes.push(opened);
    else if (part === '</span>') scopes.pop();
    else {
      const text = part.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);
      tokens.push({ text, scope: scopes.at(-1) ?? '' });
    }
  }
  return tokens;
}
