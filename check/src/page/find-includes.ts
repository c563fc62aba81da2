import { blank } from './mask-syntax.ts';
import { fencedLines } from './fences.ts';
import type { Dialect, IncludeKind, IncludeStyle, PageFacts } from './page-facts.ts';

interface IncludePattern {
  /** What every text has, one of these at least, in which there is one. */
  readonly signs: readonly string[];
  /** Global: a line may name several. */
  readonly pattern: RegExp;
  readonly shows: IncludeKind;
  /** Where it may stand: on a line outside of blocks of code, outside of any code, as the start of a block, or anywhere. */
  readonly where: 'text' | 'outside of code' | 'start' | 'anywhere';
  readonly whenMissing?: 'warning' | 'nothing';
}

/** `{% include 'part.md' %}`, of which the name is followed by one of these: what is put together is not told. */
function named(next: string): RegExp {
  return new RegExp(String.raw`\{%[-+]?\s*include\s+["']([^"'{}\n]+)["'](?=\s*(?:${next}))`, 'gu');
}

const snippets: readonly IncludePattern[] = [
  // https://facelessuser.github.io/pymdown-extensions/extensions/snippets/
  {
    signs: ['-8<-'],
    pattern: /^\s*-{1,}8<-{1,}\s+["']((?:https?:\/\/)?[^"':;]+)[^"']*["']/gu,
    shows: 'markdown',
    where: 'anywhere',
  },
  // https://github.com/cmacmackin/markdown-include
  { signs: ['{!'], pattern: /\{!\s*([^\s!{}]+)\s*!\}/gu, shows: 'markdown', where: 'text' },
  // https://mkdocstrings.github.io/usage/ writes pages from source code.
  { signs: [':::'], pattern: /^:::\s+([\w.-]+)\s*$/gu, shows: 'generated', where: 'text' },
];

// What Liquid, Nunjucks, Go and mdBook put in place of a shortcode can have headings; within an address it cannot.
const templates: readonly IncludePattern[] = [
  // Its address is judged as that of a link. https://dotnet.github.io/docfx/docs/markdown.html#include-markdown-files
  {
    signs: ['[!include', '[!INCLUDE', '[!Include'],
    pattern: /\[!include\s{0,9}\[[^\]\n]{0,200}\]\(([^()\s<>]{1,400})[^()\n]{0,200}\)\]/giu,
    shows: 'markdown',
    where: 'text',
    whenMissing: 'nothing',
  },
  {
    signs: ['{{', '{%', '<%'],
    pattern: /(?:^|[^("'/])(\{\{[<%]\s*\/?[\w./-]+|\{\{|\{%-?\s*(?:include\s+[\w./-]+|\w+)|\{%|<%)/gu,
    shows: 'generated',
    where: 'text',
  },
  { signs: ['<'], pattern: /(?:^|[^("'/])(<[a-z]+-[a-z-]+[\s>])/gu, shows: 'generated', where: 'outside of code' },
];

/** https://rust-lang.github.io/mdBook/format/mdbook.html: also in code, unless a backslash stands before it. */
const mdbook: readonly IncludePattern[] = [
  {
    signs: ['{{'],
    pattern: /(?<!\\)\{\{\s{0,9}#(?:include|template)\s+([^\s:{}]+\.md)(?=[\s:}])/gu,
    shows: 'markdown',
    where: 'anywhere',
  },
  {
    signs: ['{{'],
    pattern:
      /(?<!\\)\{\{\s{0,9}#(?:include|template|rustdoc_include|playground|playpen)\s+([^\s:{}]+(?<!\.md))(?=[\s:}])/gu,
    shows: 'code',
    where: 'anywhere',
  },
];
/** What mdBook shows of a file that is no page may have headings, where it is not in code. */
const otherThanPages: readonly IncludePattern[] = [
  {
    signs: ['{{'],
    pattern: /(?:^|[^("'/])(\{\{)(?!\s{0,9}#(?:include|template)\s+[^\s:{}]+\.md[\s:}])/gu,
    shows: 'generated',
    where: 'text',
  },
];

const patterns: Readonly<Record<IncludeStyle, readonly IncludePattern[]>> = {
  // https://vitepress.dev/guide/markdown#markdown-file-inclusion and #import-code-snippets
  vitepress: [
    {
      signs: ['@include:'],
      pattern: /^\s*<!--\s*@include:\s*([^\s#{]+?)(?=[\s#{]|-->|$)/gu,
      shows: 'markdown',
      where: 'text',
    },
    { signs: ['<<<'], pattern: /^\s*<<<(?!<)\s*([^\s#{[]+)/gu, shows: 'code', where: 'text' },
  ],
  // What is in braces there is read by plugins that are not known here.
  snippets: [...snippets, { signs: ['{{', '{%'], pattern: /(\{\{|\{%)/gu, shows: 'generated', where: 'text' }],
  // Pages are templates of Jinja: https://mkdocs-macros-plugin.readthedocs.io/en/latest/advanced/#including-external-files
  macros: [
    ...snippets,
    {
      signs: ['{%'],
      pattern: named(String.raw`[-+]?%\}|with`),
      shows: 'markdown',
      where: 'text',
      whenMissing: 'warning',
    },
    { signs: ['{%'], pattern: named(String.raw`ignore\s`), shows: 'markdown', where: 'text', whenMissing: 'nothing' },
    {
      signs: ['{{', '{%'],
      pattern: /(\{\{|\{%(?![-+]?\s*include\s+["'][^"'{}\n]+["']\s*(?:[-+]?%\}|with|ignore\s)))/gu,
      shows: 'generated',
      where: 'text',
    },
  ],
  // https://myst-parser.readthedocs.io/en/latest/syntax/organising_content.html#inserting-other-documents-directly-into-the-current-document
  myst: [
    {
      signs: ['{include}'],
      pattern: /^\s*(?:`{3,}|~{3,}|:{3,})\{include\}\s+(\S+)/gu,
      shows: 'markdown',
      where: 'start',
    },
    {
      signs: ['{literalinclude}'],
      pattern: /^\s*(?:`{3,}|~{3,}|:{3,})\{literalinclude\}\s+(\S+)/gu,
      shows: 'code',
      where: 'start',
    },
  ],
  template: templates,
  mdbook: [...mdbook, ...otherThanPages, ...templates.filter(({ signs }) => !signs.includes('{{'))],
  // A directive without content of its own does nothing unless a plugin of the site's own brings something in its place.
  directive: [{ signs: ['::'], pattern: /^::([A-Za-z][\w-]*)(?=[[{\s]|$)/gu, shows: 'generated', where: 'text' }],
  // https://fumadocs.dev/docs/mdx/include
  element: [
    { signs: ['<include'], pattern: /^\s*<include(?:\s[^>]*)?>\s*([^<\s#]+)/gu, shows: 'markdown', where: 'text' },
  ],
  // As Mintlify showed files of `snippets` and `_snippets` before it knew imports, and still does.
  'snippet-element': [
    {
      signs: ['<Snippet'],
      pattern: /<Snippet\s(?:[^<>]*\s)?file=["']([^"'<>]+)["']/gu,
      shows: 'markdown',
      where: 'text',
    },
  ],
};

/** Lines by which a page shows a part of another file. */
export function findIncludes(text: string, { includes }: Dialect): PageFacts['includes'] {
  if (includes === undefined) return [];
  const possible = patterns[includes].filter(({ signs }) => signs.some((sign) => text.includes(sign)));
  if (possible.length === 0) return [];
  const lines = text.split('\n');
  const fenced = fencedLines(lines);
  const generated = new Set<string>();
  return lines.flatMap((line, index) => {
    // Asked once: a line may have thousands.
    let amongWords: boolean | undefined;
    return possible.flatMap(({ pattern, shows, where, whenMissing }) => {
      const inCode = fenced[where === 'start' ? index - 1 : index] === true;
      if (inCode && where !== 'anywhere') return [];
      const whole = endsInInclude.test(line) ? `${line} ${lines[index + 1]?.trim() ?? ''}` : line;
      const read = where === 'outside of code' ? whole.replace(/`[^`]*`/gu, blank) : whole;
      return [...read.matchAll(pattern)].flatMap(([, source]) => {
        if (source === undefined) return [];
        const missing = whenMissing === undefined ? {} : { whenMissing };
        // Lines of a file in a block of code bring no heading.
        const brings = inCode && shows === 'markdown' ? 'code' : shows;
        const place = { source, shows: brings, line: index + 1, column: line.search(/\S/u) + 1, ...missing };
        if (shows !== 'generated') return [place];
        // A page may show hundreds of the same name, and one says it all.
        const inline = /^[{<]/u.test(source) && (amongWords ??= bringsNoHeading(line));
        const key = `${String(inline)} ${source}`;
        if (generated.has(key)) return [];
        generated.add(key);
        return [inline ? { ...place, inline: true as const } : place];
      });
    });
  });
}

/** A tag of Liquid may be longer than its line. */
const endsInInclude = /\{%-?\s*include\s*$/u;

/** What templates put in place of something else, and tags and elements around text; what is longer is taken for a block. */
const put = /\{\{[^{}]{0,300}\}\}|\{%[^{}]{0,300}%\}|<%[^<>]{0,300}%>|<\/?[A-Za-z][^<>]{0,300}>/gu;
/** Tags of Liquid and Nunjucks that decide what is shown, and show nothing. https://shopify.github.io/liquid/tags/ */
const shownByTag =
  /^\{%-?\s*(?:if|elsif|elif|else|endif|unless|endunless|raw|endraw|assign|set|comment|endcomment|highlight|endhighlight)\b/u;

/** True for a line with words of its own beside what a program puts there, which is no heading. */
function bringsNoHeading(line: string): boolean {
  if (/^\s*#/u.test(line)) return false;
  const rest = line.replace(put, (found) => (shownByTag.test(found) ? 'text' : ' '));
  return !/\{[{%]|<%/u.test(rest) && /[\p{L}\p{N}]{2}/u.test(rest);
}
