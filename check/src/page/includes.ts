import { createTextPlaces } from '../site/text-places.ts';
import { fencedLines, blank } from './fences.ts';
import {
  createLineIndex,
  type Dialect,
  type IncludeKind,
  type IncludeStyle,
  type Link,
  type PageFacts,
} from './page-facts.ts';
import { blankBlocks } from './mask-syntax.ts';
import { nameOf } from './restructuredtext.ts';

interface IncludePattern {
  /** A page without any of these strings has no match. */
  readonly signs: readonly string[];
  /** Global, because a line may have several matches. */
  readonly pattern: RegExp;
  readonly shows: IncludeKind;
  /** Where it may occur: outside code blocks, outside all code, as the start of a block, or anywhere. */
  readonly scope: 'text' | 'outside of code' | 'start' | 'anywhere';
  readonly whenMissing?: 'warning' | 'nothing';
}

/** `{% include 'part.md' %}` where the name is followed by `next`. Computed names are not matched. */
function named(next: string): RegExp {
  return new RegExp(String.raw`\{%[-+]?\s*include\s+["']([^"'{}\n]+)["'](?=\s*(?:${next}))`, 'gu');
}

const snippets: readonly IncludePattern[] = [
  // https://facelessuser.github.io/pymdown-extensions/extensions/snippets/
  {
    signs: ['-8<-'],
    pattern: /^\s*-{1,}8<-{1,}\s+["']((?:https?:\/\/)?[^"':;]+)[^"']*["']/gu,
    shows: 'markdown',
    scope: 'anywhere',
  },
  // https://github.com/cmacmackin/markdown-include
  { signs: ['{!'], pattern: /\{!\s*([^\s!{}]+)\s*!\}/gu, shows: 'markdown', scope: 'text' },
  // https://mkdocstrings.github.io/usage/ writes pages from source code.
  { signs: [':::'], pattern: /^:::\s+([\w.-]+)\s*$/gu, shows: 'generated', scope: 'text' },
];

// Shortcodes of Liquid, Nunjucks, Go and mdBook may expand to headings, except within an address.
const templates: readonly IncludePattern[] = [
  // The link rule checks its address. https://dotnet.github.io/docfx/docs/markdown.html#include-markdown-files
  {
    signs: ['[!include', '[!INCLUDE', '[!Include'],
    pattern: /\[!include\s{0,9}\[[^\]\n]{0,200}\]\(([^()\s<>]{1,400})[^()\n]{0,200}\)\]/giu,
    shows: 'markdown',
    scope: 'text',
    whenMissing: 'nothing',
  },
  {
    signs: ['{{', '{%', '<%'],
    pattern: /(?:^|[^("'/])(\{\{[<%]\s*\/?[\w./-]+|\{\{|\{%-?\s*(?:include\s+[\w./-]+|\w+)|\{%|<%)/gu,
    shows: 'generated',
    scope: 'text',
  },
  { signs: ['<'], pattern: /(?:^|[^("'/])(<[a-z]+-[a-z-]+[\s>])/gu, shows: 'generated', scope: 'outside of code' },
];

/** https://rust-lang.github.io/mdBook/format/mdbook.html: also in code, unless a backslash stands before it. */
const mdbook: readonly IncludePattern[] = [
  {
    signs: ['{{'],
    pattern: /(?<!\\)\{\{\s{0,9}#(?:include|template)\s+([^\s:{}]+\.md)(?=[\s:}])/gu,
    shows: 'markdown',
    scope: 'anywhere',
  },
  {
    signs: ['{{'],
    pattern:
      /(?<!\\)\{\{\s{0,9}#(?:include|template|rustdoc_include|playground|playpen)\s+([^\s:{}]+(?<!\.md))(?=[\s:}])/gu,
    shows: 'code',
    scope: 'anywhere',
  },
];
/** Other mdBook includes may add headings, except in code. */
const otherThanPages: readonly IncludePattern[] = [
  {
    signs: ['{{'],
    pattern: /(?:^|[^("'/])(\{\{)(?!\s{0,9}#(?:include|template)\s+[^\s:{}]+\.md[\s:}])/gu,
    shows: 'generated',
    scope: 'text',
  },
];

const patterns: Readonly<Record<IncludeStyle, readonly IncludePattern[]>> = {
  // https://vitepress.dev/guide/markdown#markdown-file-inclusion and #import-code-snippets
  vitepress: [
    {
      signs: ['@include:'],
      pattern: /^\s*<!--\s*@include:\s*([^\s#{]+?)(?=[\s#{]|-->|$)/gu,
      shows: 'markdown',
      scope: 'text',
    },
    { signs: ['<<<'], pattern: /^\s*<<<(?!<)\s*([^\s#{[]+)/gu, shows: 'code', scope: 'text' },
  ],
  // Braces are for unknown plugins.
  snippets: [...snippets, { signs: ['{{', '{%'], pattern: /(\{\{|\{%)/gu, shows: 'generated', scope: 'text' }],
  // Pages are templates of Jinja: https://mkdocs-macros-plugin.readthedocs.io/en/latest/advanced/#including-external-files
  macros: [
    ...snippets,
    {
      signs: ['{%'],
      pattern: named(String.raw`[-+]?%\}|with`),
      shows: 'markdown',
      scope: 'text',
      whenMissing: 'warning',
    },
    { signs: ['{%'], pattern: named(String.raw`ignore\s`), shows: 'markdown', scope: 'text', whenMissing: 'nothing' },
    {
      signs: ['{{', '{%'],
      pattern: /(\{\{|\{%(?![-+]?\s*include\s+["'][^"'{}\n]+["']\s*(?:[-+]?%\}|with|ignore\s)))/gu,
      shows: 'generated',
      scope: 'text',
    },
  ],
  // https://myst-parser.readthedocs.io/en/latest/syntax/organising_content.html#inserting-other-documents-directly-into-the-current-document
  myst: [
    {
      signs: ['{include}'],
      pattern: /^\s*(?:`{3,}|~{3,}|:{3,})\{include\}\s+(\S+)/gu,
      shows: 'markdown',
      scope: 'start',
    },
    {
      signs: ['{literalinclude}'],
      pattern: /^\s*(?:`{3,}|~{3,}|:{3,})\{literalinclude\}\s+(\S+)/gu,
      shows: 'code',
      scope: 'start',
    },
  ],
  template: templates,
  mdbook: [...mdbook, ...otherThanPages, ...templates.filter(({ signs }) => !signs.includes('{{'))],
  // A leaf directive does nothing unless a custom plugin replaces it.
  directive: [{ signs: ['::'], pattern: /^::([A-Za-z][\w-]*)(?=[[{\s]|$)/gu, shows: 'generated', scope: 'text' }],
  // https://fumadocs.dev/docs/mdx/include
  element: [
    { signs: ['<include'], pattern: /^\s*<include(?:\s[^>]*)?>\s*([^<\s#]+)/gu, shows: 'markdown', scope: 'text' },
  ],
  // Older syntax of Mintlify for files in `snippets` and `_snippets`, which still works.
  'snippet-element': [
    {
      signs: ['<Snippet'],
      pattern: /<Snippet\s(?:[^<>]*\s)?file=["']([^"'<>]+)["']/gu,
      shows: 'markdown',
      scope: 'text',
    },
  ],
};

/** Include statements of a page. */
export function findIncludes(text: string, { includes }: Dialect): PageFacts['includes'] {
  if (includes === undefined) return [];
  const possible = patterns[includes].filter(({ signs }) => signs.some((sign) => text.includes(sign)));
  if (possible.length === 0) return [];
  const lines = text.split('\n');
  const fenced = fencedLines(lines);
  const generated = new Set<string>();
  return lines.flatMap((line, index) => {
    // Cached per line, because a line may have thousands of matches.
    let isInline: boolean | undefined;
    return possible.flatMap(({ pattern, shows, scope, whenMissing }) => {
      const isInCode = fenced[scope === 'start' ? index - 1 : index] === true;
      if (isInCode && scope !== 'anywhere') return [];
      const statement = endsInInclude.test(line) ? `${line} ${lines[index + 1]?.trim() ?? ''}` : line;
      const read = scope === 'outside of code' ? statement.replace(/`[^`]*`/gu, blank) : statement;
      return [...read.matchAll(pattern)].flatMap(([, source]) => {
        if (source === undefined) return [];
        const missing = whenMissing === undefined ? {} : { whenMissing };
        // An include in a code block adds no heading.
        const brings = isInCode && shows === 'markdown' ? 'code' : shows;
        const place = { source, shows: brings, line: index + 1, column: line.search(/\S/u) + 1, ...missing };
        if (shows !== 'generated') return [place];
        // One entry per name is enough, although a page may have hundreds.
        const inline = /^[{<]/u.test(source) && (isInline ??= bringsNoHeading(line));
        const key = `${String(inline)} ${source}`;
        if (generated.has(key)) return [];
        generated.add(key);
        return [inline ? { ...place, inline: true as const } : place];
      });
    });
  });
}

/** A Liquid tag may continue on the next line. */
const endsInInclude = /\{%-?\s*include\s*$/u;

/** Template expressions, tags and elements within a line; longer ones count as blocks. */
const put = /\{\{[^{}]{0,300}\}\}|\{%[^{}]{0,300}%\}|<%[^<>]{0,300}%>|<\/?[A-Za-z][^<>]{0,300}>/gu;
/** Control tags of Liquid and Nunjucks, which print nothing. https://shopify.github.io/liquid/tags/ */
const shownByTag =
  /^\{%-?\s*(?:if|elsif|elif|else|endif|unless|endunless|raw|endraw|assign|set|comment|endcomment|highlight|endhighlight)\b/u;

/** True for a line with text besides the template, which therefore adds no heading. */
function bringsNoHeading(line: string): boolean {
  if (/^\s*#/u.test(line)) return false;
  const textLeft = line.replace(put, (matched) => (shownByTag.test(matched) ? 'text' : ' '));
  return !/\{[{%]|<%/u.test(textLeft) && /[\p{L}\p{N}]{2}/u.test(textLeft);
}

/** Links in the frontmatter fields that the dialect names. `source` is the page. */
export function findFrontmatterLinks(
  data: PageFacts['frontmatter'],
  source: string,
  { frontmatterLinks = [] }: Dialect,
): readonly Link[] {
  const places = createTextPlaces(source);
  return frontmatterLinks.flatMap(({ field: fieldPath, kind, absolute }) =>
    valuesAt(data, fieldPath.split('.'))
      .filter((url) => url !== '' && (absolute !== true || /^\/(?!\/)/u.test(url)))
      .map((url) => ({ ...places.next(url), kind, url, element: 'frontmatter', range: undefined })),
  );
}

function valuesAt(value: unknown, [name, ...laterNames]: readonly string[]): string[] {
  if (name === undefined) return typeof value === 'string' ? [value] : [];
  if (name === '*') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, laterNames)) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  return valuesAt((value as Readonly<Record<string, unknown>>)[name], laterNames);
}

/** `{% link a.md %}`, `{% post_url 2024-05-06-a %}`, with the anchor behind it. https://jekyllrb.com/docs/liquid/tags/#links */
const tag = /\{%-?\s{1,9}(link|post_url)\s{1,9}["']?([^\s"'{}%|]{1,400})["']?\s{0,9}-?%\}(#[^\s"'<>(){}]{1,200})?/gu;
/** Start of a link, image, attribute or definition before a template. */
const before =
  /(?:(!?)\[(?:[^\][\n]{0,300})\]\(\s{0,9}<?|\b(href|src)\s{0,9}=\s{0,9}["']?|^ {0,3}\[[^\][\n]{1,300}\]:\s{1,9})$/u;
/** `{{ site.baseurl }}/a`, `{{ "/a" | relative_url }}`. https://jekyllrb.com/docs/liquid/filters/#relative-url */
const template =
  /(?:\{\{-?\s{0,9}site\.(?:github\.)?url\s{0,9}-?\}\})?\{\{-?\s{0,9}(?:site\.baseurl|site\.github\.url|site\.url|(["'])([^"'{}\n|]{1,400})\1((?:\s{0,9}\|\s{0,9}(?:relative_url|absolute_url|prepend:\s{0,9}site\.(?:baseurl|url))){1,2}))\s{0,9}-?\}\}([^\s"'<>(){}]{0,400})/gu;
const longestBefore = 320;

/** Links in Jekyll's Liquid tags and templates. */
export function findLiquidLinks(source: string, { shortcodes }: Dialect): Link[] {
  if (shortcodes !== 'jekyll' || !/\{[{%]/u.test(source)) return [];
  const lines = blankBlocks(source, ['raw', 'comment', 'highlight']).split('\n');
  const fenced = fencedLines(lines);
  return lines.flatMap((written, index) => {
    if (fenced[index] === true || !/\{[{%]/u.test(written)) return [];
    const line = written.includes('`') ? written.replace(/`[^`]*`/gu, blank) : written;
    const place = (offset: number) => ({ line: index + 1, column: offset + 1, range: undefined });
    const tagLinks = [...line.matchAll(tag)].map(
      ({ 0: liquidTag, 1: name = '', 2: path = '', 3: anchor = '', index: offset }): Link => ({
        ...place(offset + liquidTag.indexOf(path, name.length + 3)),
        kind: 'page',
        url: path + anchor,
        element: name === 'link' ? 'link tag' : 'post_url',
      }),
    );
    const templateLinks = [...line.matchAll(template)].flatMap(
      ({ 0: liquidOutput, 2: inside = '', 4: suffix = '', index: offset }): Link[] => {
        const matched = before.exec(line.slice(Math.max(0, offset - longestBefore), offset));
        const url = `/${(inside + suffix).replace(/^\/+/u, '')}`;
        if (matched === null || line.startsWith('{', offset + liquidOutput.length)) return [];
        const isPicture = matched[1] === '!' || matched[2] === 'src';
        return [{ ...place(offset), kind: isPicture ? 'file' : 'page', url, element: 'liquid' }];
      },
    );
    return [...tagLinks, ...templateLinks];
  });
}

/** `{{< relref "a.md#b" >}}`, `{{% ref path="a" lang="en" %}}`. https://gohugo.io/shortcodes/relref/ */
const reference =
  /\{\{[<%]\s{0,9}(?:rel)?ref\s{1,9}(?:path\s{0,9}=\s{0,9})?(["'`]?)([^"'`\s<>{}]{1,400})\1(?:\s[^{}\n]{0,200})?[>%]\}\}/gu;

/** Links in Hugo's `ref` and `relref` shortcodes. */
export function findShortcodeLinks(source: string, { shortcodes }: Dialect): Link[] {
  if (shortcodes !== 'hugo' || !/ref\s/u.test(source)) return [];
  const lines = source.split('\n');
  const fenced = fencedLines(lines);
  return lines.flatMap((written, index) => {
    if (fenced[index] === true || !written.includes('{{')) return [];
    const line = written.includes('`') ? written.replace(/`[^`{}]*\{\{[^`]*`/gu, blank) : written;
    // The name may be on the next line.
    const text = /ref\s*$/u.test(line) ? `${line}\n${lines[index + 1] ?? ''}` : line;
    return [...text.matchAll(reference)].map(({ 2: url = '', index: offset }): Link => {
      const start = text.indexOf(url, offset);
      const isBelow = start > line.length;
      return {
        line: index + 1 + (isBelow ? 1 : 0),
        column: isBelow ? start - line.length : start + 1,
        kind: 'page',
        url,
        element: 'relref',
        range: undefined,
      };
    });
  });
}

const role = /\{(doc|download|ref|numref)\}`([^`<>\n]*?)(?:<([^<>`\n]+)>)?`/gu;
const imageDirective = /^[ \t]*(?:`{3,}|~{3,}|:{3,})\{(?:image|figure)\}[ \t]+(\S+)/gmu;
const toctree = /^([ \t]*)(`{3,}|~{3,}|:{3,})\{toctree\}[^\n]*\n([\s\S]*?)^\1\2[ \t]*$/gmu;
const yamlOptions = /^\s*---[ \t]*\n(?:[^\n]*\n)*?[ \t]*---[ \t]*(?=\n|$)/u;
/** Targets set by a directive's `:name:`. `(label)=` is handled elsewhere. */
const namedDirective =
  /^[ \t]*(?:`{3,}|~{3,}|:{3,})\{[\w:.+-]+\}[^\n]*\n(?:[ \t]*:[\w-]+:[^\n]*\n)*?[ \t]*:(?:name|label):[ \t]*(\S+)/gmu;

/**
 * Links, images, targets and `toctree` entries in MyST roles and directives: `{doc}`, `{download}`, `{ref}` and others. A `{ref}` is a link to an anchor that any page of the project may have.
 * https://myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html
 */
export function findMystLinks(text: string, { includes }: Dialect): Pick<PageFacts, 'links' | 'listed' | 'ids'> {
  if (includes !== 'myst') return { links: [], listed: [], ids: [] };
  const lines = createLineIndex(text);
  const rows = text.split('\n');
  const fenced = fencedLines(rows);
  const linkAt = (kind: Link['kind'], url: string, from: number): Link => {
    const offset = text.indexOf(url, from);
    return { ...lines.placeOf(from), kind, url, element: 'markdown', range: [offset, offset + url.length] };
  };
  const roles = [...text.matchAll(role)].flatMap((match): Link[] => {
    const [, name, plain = '', target = plain] = match;
    const { line, column } = lines.placeOf(match.index);
    const isShown = (rows[line - 1] ?? '').slice(0, column - 1).split(/``+/u).length % 2 === 0;
    if (fenced[line - 1] === true || isShown) return [];
    if (name === 'doc') return [linkAt('page', target.trim(), match.index)];
    if (name === 'download') return [linkAt('file', target.trim(), match.index)];
    return [{ line, column, kind: 'page', url: `#${nameOf(target)}`, element: 'ref', range: undefined }];
  });
  const images = [...text.matchAll(imageDirective)].map((match) => linkAt('file', match[1] ?? '', match.index));
  const listed = [...text.matchAll(toctree)].flatMap((match) => {
    if (isIndentedCode(rows, lines.placeOf(match.index).line - 1)) return [];
    const start = match.index + match[0].indexOf('\n') + 1;
    // Options may be a YAML block.
    const content = (match[3] ?? '').replace(yamlOptions, blank);
    return [...content.matchAll(/^[ \t]*(?!:|[ \t]*$)(.+)$/gmu)].flatMap((line) => {
      const entry = (/<([^<>]+)>\s*$/u.exec(line[1] ?? '')?.[1] ?? line[1] ?? '').trim();
      return entry === '' ? [] : [{ entry, ...lines.placeOf(start + line.index) }];
    });
  });
  const ids = [...text.matchAll(namedDirective)].map(({ index, 1: id = '' }) => ({ id, ...lines.placeOf(index) }));
  return { links: [...roles, ...images], listed, ids };
}

/** Number of lines above to search for the list item of an indented line. */
const linesAbove = 50;

function isIndentedCode(rows: readonly string[], row: number): boolean {
  if (!/^(?: {4}|\t)/u.test(rows[row] ?? '')) return false;
  const above = rows.slice(Math.max(0, row - linesAbove), row).findLast((line) => /^ {0,3}\S/u.test(line));
  return above !== undefined && !/^ {0,3}(?:[-*+]|\d+[.)])\s|^ {0,3}[`:]{3}/u.test(above);
}
