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
  /** What every text has, one of these at least, in which there is one. */
  readonly signs: readonly string[];
  /** Global: a line may name several. */
  readonly pattern: RegExp;
  readonly shows: IncludeKind;
  /** Where it may stand: on a line outside of blocks of code, outside of any code, as the start of a block, or anywhere. */
  readonly scope: 'text' | 'outside of code' | 'start' | 'anywhere';
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
    scope: 'anywhere',
  },
  // https://github.com/cmacmackin/markdown-include
  { signs: ['{!'], pattern: /\{!\s*([^\s!{}]+)\s*!\}/gu, shows: 'markdown', scope: 'text' },
  // https://mkdocstrings.github.io/usage/ writes pages from source code.
  { signs: [':::'], pattern: /^:::\s+([\w.-]+)\s*$/gu, shows: 'generated', scope: 'text' },
];

// What Liquid, Nunjucks, Go and mdBook put in place of a shortcode can have headings; within an address it cannot.
const templates: readonly IncludePattern[] = [
  // Its address is judged as that of a link. https://dotnet.github.io/docfx/docs/markdown.html#include-markdown-files
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
/** What mdBook shows of a file that is no page may have headings, where it is not in code. */
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
  // What is in braces there is read by plugins that are not known here.
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
  // A directive without content of its own does nothing unless a plugin of the site's own brings something in its place.
  directive: [{ signs: ['::'], pattern: /^::([A-Za-z][\w-]*)(?=[[{\s]|$)/gu, shows: 'generated', scope: 'text' }],
  // https://fumadocs.dev/docs/mdx/include
  element: [
    { signs: ['<include'], pattern: /^\s*<include(?:\s[^>]*)?>\s*([^<\s#]+)/gu, shows: 'markdown', scope: 'text' },
  ],
  // As Mintlify showed files of `snippets` and `_snippets` before it knew imports, and still does.
  'snippet-element': [
    {
      signs: ['<Snippet'],
      pattern: /<Snippet\s(?:[^<>]*\s)?file=["']([^"'<>]+)["']/gu,
      shows: 'markdown',
      scope: 'text',
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
    let isInline: boolean | undefined;
    return possible.flatMap(({ pattern, shows, scope, whenMissing }) => {
      const isInCode = fenced[scope === 'start' ? index - 1 : index] === true;
      if (isInCode && scope !== 'anywhere') return [];
      const statement = endsInInclude.test(line) ? `${line} ${lines[index + 1]?.trim() ?? ''}` : line;
      const read = scope === 'outside of code' ? statement.replace(/`[^`]*`/gu, blank) : statement;
      return [...read.matchAll(pattern)].flatMap(([, source]) => {
        if (source === undefined) return [];
        const missing = whenMissing === undefined ? {} : { whenMissing };
        // Lines of a file in a block of code bring no heading.
        const brings = isInCode && shows === 'markdown' ? 'code' : shows;
        const place = { source, shows: brings, line: index + 1, column: line.search(/\S/u) + 1, ...missing };
        if (shows !== 'generated') return [place];
        // A page may show hundreds of the same name, and one says it all.
        const inline = /^[{<]/u.test(source) && (isInline ??= bringsNoHeading(line));
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
  const textLeft = line.replace(put, (matched) => (shownByTag.test(matched) ? 'text' : ' '));
  return !/\{[{%]|<%/u.test(textLeft) && /[\p{L}\p{N}]{2}/u.test(textLeft);
}

/** Addresses in the frontmatter, as the dialect names their fields. `source` is the page. */
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
/** What stands before an address that a template begins: that of a link or picture, or an attribute. */
const before =
  /(?:(!?)\[(?:[^\][\n]{0,300})\]\(\s{0,9}<?|\b(href|src)\s{0,9}=\s{0,9}["']?|^ {0,3}\[[^\][\n]{1,300}\]:\s{1,9})$/u;
/** `{{ site.baseurl }}/a`, `{{ "/a" | relative_url }}`. https://jekyllrb.com/docs/liquid/filters/#relative-url */
const template =
  /(?:\{\{-?\s{0,9}site\.(?:github\.)?url\s{0,9}-?\}\})?\{\{-?\s{0,9}(?:site\.baseurl|site\.github\.url|site\.url|(["'])([^"'{}\n|]{1,400})\1((?:\s{0,9}\|\s{0,9}(?:relative_url|absolute_url|prepend:\s{0,9}site\.(?:baseurl|url))){1,2}))\s{0,9}-?\}\}([^\s"'<>(){}]{0,400})/gu;
const longestBefore = 320;

/** Pages that tags and templates of Liquid name as Jekyll has them, in addresses of links and pictures. */
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

/** Pages that shortcodes of Hugo name, in text and in addresses of links. */
export function findShortcodeLinks(source: string, { shortcodes }: Dialect): Link[] {
  if (shortcodes !== 'hugo' || !/ref\s/u.test(source)) return [];
  const lines = source.split('\n');
  const fenced = fencedLines(lines);
  return lines.flatMap((written, index) => {
    if (fenced[index] === true || !written.includes('{{')) return [];
    const line = written.includes('`') ? written.replace(/`[^`{}]*\{\{[^`]*`/gu, blank) : written;
    // The name may stand on the line below.
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
/** Targets that a directive gives itself; those of their own, `(label)=`, are read as anchors elsewhere. */
const namedDirective =
  /^[ \t]*(?:`{3,}|~{3,}|:{3,})\{[\w:.+-]+\}[^\n]*\n(?:[ \t]*:[\w-]+:[^\n]*\n)*?[ \t]*:(?:name|label):[ \t]*(\S+)/gmu;

/**
 * What MyST says in roles and directives: `{doc}`, `{download}` and `{ref}` links, images, named targets, and the pages
 * of a `toctree`. A `{ref}` is a link to an anchor that any page of the project may have.
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
    // Options may stand between two lines of YAML.
    const content = (match[3] ?? '').replace(yamlOptions, blank);
    return [...content.matchAll(/^[ \t]*(?!:|[ \t]*$)(.+)$/gmu)].flatMap((line) => {
      const entry = (/<([^<>]+)>\s*$/u.exec(line[1] ?? '')?.[1] ?? line[1] ?? '').trim();
      return entry === '' ? [] : [{ entry, ...lines.placeOf(start + line.index) }];
    });
  });
  const ids = [...text.matchAll(namedDirective)].map(({ index, 1: id = '' }) => ({ id, ...lines.placeOf(index) }));
  return { links: [...roles, ...images], listed, ids };
}

/** Lines above that are looked at for the item of a list that an indented line belongs to. */
const linesAbove = 50;

function isIndentedCode(rows: readonly string[], row: number): boolean {
  if (!/^(?: {4}|\t)/u.test(rows[row] ?? '')) return false;
  const above = rows.slice(Math.max(0, row - linesAbove), row).findLast((line) => /^ {0,3}\S/u.test(line));
  return above !== undefined && !/^ {0,3}(?:[-*+]|\d+[.)])\s|^ {0,3}[`:]{3}/u.test(above);
}
