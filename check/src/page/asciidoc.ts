import { type Heading, type Link, type PageFacts, type Place, unreadPage } from './page-facts.ts';
import { splitFrontmatter } from './frontmatter.ts';

/** An attribute that the page does not define. */
const unknownAttribute = /\{[\w-]+\}/u;

/** Parts of a name around unknown attributes. */
function knownParts(name: string): readonly string[] {
  return name.split(new RegExp(unknownAttribute, 'gu'));
}

/** https://docs.asciidoctor.org/asciidoc/latest/attributes/character-replacement-ref/ */
const builtIn: Readonly<Record<string, string>> = {
  empty: '',
  sp: ' ',
  nbsp: ' ',
  plus: '+',
  cpp: 'C++',
  apos: "'",
  amp: '&',
  hash: '#',
};

/** Delimiters of verbatim blocks and comments. */
const verbatim = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|```.*)$/u;
/** Style that makes the next paragraph code, unless a delimiter follows. https://docs.asciidoctor.org/asciidoc/latest/verbatim/source-blocks/ */
const codeStyle = /^\[(?:(?:source|listing|literal)\b[^\]]*|,\s*\w[^\]]*)\]$/u;
/** A block in a table cell, which ends with the table at the latest. */
const cellBlock = /^[\w.+*^<>]*[|!]\s*(-{4,}|\.{4,}|\+{4,})$/u;
const tableEnd = /^[|!,:]={3,}$/u;
/** Lines after which a literal paragraph may begin: empty, or block metadata without a style. */
const beforeBlock = /^(?:|\+|={4,}|\*{4,}|--|\/\/.*|\.[^\s.].*|\[[.#[][^\]]*\]{1,2})$/u;
const heading = /^(={1,6}|#{1,6})\s+(\S.*?)(?:\s+\1)?\s*$/u;
const blockId =
  /^\[(?:\[([^\],]+)(?:,[^\]]*)?\]|[^\][]*?#([\w:.{}-]+)[^\]]*|(?:[^\]]*,\s*)?id=["']?([\w:.{}-]+)["']?[^\]]*)\]\s*$/u;
const inlineIds =
  /\[\[\[?([^\],\s[]+)(?:,[^\]]*)?\]\]|\banchor:([\w:.{}-]+)\[|\[#([\w:.{}-]+)(?:\.[^\],]*)?\](?=[#*_`])/gu;
/** `image::picture.png[text, link="address"]`. https://docs.asciidoctor.org/asciidoc/latest/macros/image-link/ */
const linkOfImage = /(?<![\w\\:])image:{1,2}(?:https?:)?[^\s[\]:]{1,400}\[[^\][]{0,400}?\blink="?([^\s",\][]{1,400})/gu;
/** `xref:page.adoc#part[text]`, `link:address[text]`, `image::picture.png[text]`. */
const macros = /(?<![\w\\:])(xref|link|image):{1,2}((?:\+\+[^+\n]+\+\+|[^\s[\]:+])[^\s[\]]*)\[/gu;
const shortReferences = /(?<!\\)<<([\p{L}\p{N}_#/.:{][^<>\n]*?)(?:,[^<>\n]*)?>>/gu;
/** `https://example.org[text]`: https://docs.asciidoctor.org/asciidoc/latest/macros/url-macro/ */
const urlMacro = /(?<![\w\\:/."'=<>])(https?:\/\/[^\s[\]<>"'`]{4,1000})\[/gu;
const attributeEntry = /^:(!?)(\w[\w-]*)(!?):(?:\s(.*))?$/u;
/** Start of a list item, term or cell, which may be indented. https://docs.asciidoctor.org/asciidoc/latest/lists/unordered/ */
const item = /^\s*(?:(?:-|\*{1,5}|•|\.{1,5}|\d+\.|[a-zA-Z]\.|[ivx]+\)|[IVX]+\))\s|[\w.+*^<>]*[|!])/u;
const term = /\S(?::{2,4}|;;)(?:\s|$)/u;
/**
 * A backslash prevents a typographic replacement. It is removed before macros are parsed.
 * https://docs.asciidoctor.org/asciidoc/latest/subs/replacements/
 */
const escaped = /(?<=[\p{L}\p{N}])\\(?='\p{L}|--\w)|\\(?=\.{3}|\((?:C|R|TM)\))/gu;
/** Literal text and code, in which addresses are mostly samples. */
const literal =
  /`[^`\n]+`|\+\+\+.*?\+\+\+|`\+.*?\+`|(?<![\w+])\+[^+\s](?:[^+\n]*[^+\s])?\+(?![\w+])|\bpass:\w*\[.*?\]|\$\$.*?\$\$/gu;
/** Backticks alone do not disable macros, so an xref in code is still a link. */
const codeXref = /(?<![`\w+])`xref:([^\s[\]:`]+\.adoc(?:#[^\s[\]`]*)?)\[[^\]`]+\]`(?![`\w])/gu;

/**
 * Reads headings, anchors, cross references, links, images and includes of AsciiDoc. Attributes that the page sets are
 * substituted; references with other attributes are skipped.
 * https://docs.asciidoctor.org/asciidoc/latest/syntax-quick-reference/
 */
export function parseAsciidoc(source: string): PageFacts {
  const { data, body, problems } = splitFrontmatter(source);
  const reader = new AsciidocReader(body.split(/\r?\n/));
  const facts = reader.read();
  return { ...facts, frontmatter: { ...reader.pageAttributes, ...data }, problems };
}

class AsciidocReader {
  private readonly lines: readonly string[];
  private readonly attributes = new Map<string, string>();
  private readonly headings: Heading[] = [];
  private readonly ids: (Place & { id: string })[] = [];
  private readonly openAnchors: (readonly string[])[] = [];
  private readonly links: Link[] = [];
  private readonly includes: PageFacts['includes'][number][] = [];
  private readonly timesMade = new Map<string, number>();
  private conditions = 0;
  /** True if `imagesdir` is set in a conditional block. */
  private picturesMayMove = false;
  /** True in a literal paragraph, whose first line is indented. */
  private isLiteral = false;

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }

  /** Attributes for generators, such as page aliases. */
  get pageAttributes(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.attributes].filter(([name]) => name.startsWith('page-')));
  }

  read(): Omit<PageFacts, 'frontmatter' | 'problems'> {
    let fence: string | undefined;
    let isInCell = false;
    let paragraph: 'code' | 'announced' | undefined;
    for (const [index, line] of this.lines.entries()) {
      const trimmed = line.trimEnd();
      this.include(line, index + 1, fence?.startsWith('/') === true);
      if (fence === undefined) {
        if (codeStyle.test(trimmed)) paragraph = 'announced';
        else if (trimmed === '' || verbatim.test(trimmed) || /^={4,}$|^--$/u.test(trimmed)) paragraph = undefined;
        else if (paragraph === 'announced' && !/^[.[]\S/u.test(trimmed)) paragraph = 'code';
        if (paragraph === 'code') continue;
      }
      if (fence === undefined) isInCell = cellBlock.test(trimmed);
      this.isLiteral = isLiteral(line, this.lines[index - 1]?.trim() ?? '', this.isLiteral);
      if (fence !== undefined) {
        if (trimmed === fence || (isInCell && tableEnd.test(trimmed))) fence = undefined;
        else if (fence.startsWith('+')) this.html(line, index + 1);
      } else if (this.underlined(this.lines[index - 1]?.trimEnd() ?? '', index - 1) !== null) continue;
      else if (cellBlock.test(trimmed)) fence = cellBlock.exec(trimmed)?.[1];
      else if (verbatim.test(trimmed)) fence = trimmed.startsWith('`') ? '```' : trimmed;
      else if (!/^\/\/(?!\/)/u.test(line)) this.line(trimmed, index);
    }
    const { headings, ids, openAnchors, links, includes } = this;
    return { ...unreadPage, headings, ids, openAnchors, links, includes, parsed: true };
  }

  private line(line: string, index: number): void {
    if (/^if(?:n?def|eval)::[^[]*\[\s*\]|^ifeval::/u.test(line)) this.conditions += 1;
    if (line.startsWith('endif::')) this.conditions = Math.max(0, this.conditions - 1);
    const [, unset, name, unsetToo, value] = attributeEntry.exec(line) ?? [];
    if (name !== undefined) {
      if (unset === '!' || unsetToo === '!') this.attributes.delete(name);
      else {
        this.attributes.set(name, this.resolved(this.continued((value ?? '').trim(), index)));
        this.picturesMayMove ||= name === 'imagesdir' && this.conditions > 0;
      }
      return;
    }
    const [, ownId, short, named] = blockId.exec(line) ?? [];
    const id = ownId ?? short ?? named;
    if (id !== undefined) {
      this.id(id, index, 0);
      return;
    }
    const title = heading.exec(line) ?? this.underlined(line, index);
    if (title !== null) this.heading(title[1]?.length ?? 1, title[2] ?? '', index + 1);
    this.inline(line, index);
  }

  private id(written: string, index: number, offset: number): void {
    const place = { line: index + 1, column: offset + 1 };
    const id = this.resolved(written);
    if (id.includes('{')) this.openAnchors.push(knownParts(id));
    else this.ids.push({ id, ...place });
  }

  private html(line: string, number: number): void {
    for (const { 1: id = '', index } of line.matchAll(/\bid="([^"]+)"/gu))
      this.ids.push({ id, line: number, column: index + 1 });
  }

  /** A trailing backslash continues the value on the next line. */
  private continued(value: string, index: number): string {
    const below = this.lines[index + 1];
    if (!value.endsWith('\\') || below === undefined) return value;
    return `${value.slice(0, -1)}${this.continued(below.trim(), index + 1)}`;
  }

  /** `Title` underlined by a line of the same length. */
  private underlined(line: string, index: number): readonly string[] | null {
    const below = this.lines[index + 1]?.trimEnd() ?? '';
    const isTitle = /^[\p{L}\p{N}]/u.test(line) && /^(?:\[.*\])?$/u.test((this.lines[index - 1] ?? '').trim());
    if (!isTitle || !/^(?:=+|-+|~+|\^+|\++)$/u.test(below) || Math.abs(below.length - line.length) > 1) return null;
    return [line, ''.padEnd('=-~^+'.indexOf(below.charAt(0)) + 1, '='), line];
  }

  private heading(depth: number, written: string, line: number): void {
    const text = this.resolved(written)
      .replace(/\[\[[^\]]*\]\]/gu, '')
      .replace(/\w+:[^\s[\]]*\[([^\]]*)\]/gu, '$1');
    if (unknownAttribute.test(text)) this.openAnchors.push(knownParts(text.trim()));
    // Keep the title, because cross references may use it even if the section has an explicit id.
    const ownAttributes = { ...this.idAbove(line - 2) };
    if (ownAttributes.idAbove === undefined && depth > 1) this.madeId(text, line);
    this.headings.push({
      depth,
      text: text.trim(),
      bareText: undefined,
      id: undefined,
      ...ownAttributes,
      line,
      column: 1,
    });
  }

  /** The generated id of a section, if the page sets `idprefix`. */
  private madeId(title: string, line: number): void {
    const prefix = this.attributes.get('idprefix');
    const separator = this.attributes.get('idseparator') ?? '_';
    if (prefix === undefined || unknownAttribute.test(prefix + separator + title)) return;
    const id = idOfTitle(title, prefix, separator);
    const times = (this.timesMade.get(id) ?? 0) + 1;
    this.timesMade.set(id, times);
    this.ids.push({ id: times === 1 ? id : `${id}${separator}${times}`, line, column: 1 });
  }

  /** Searches upward across block attributes, attribute entries and empty lines. */
  private idAbove(index: number): { idAbove: string } | undefined {
    for (let lineIndex = index; lineIndex >= 0; lineIndex -= 1) {
      const line = (this.lines[lineIndex] ?? '').trimEnd();
      const [, ownId, short, named] = blockId.exec(line) ?? [];
      const id = ownId ?? short ?? named;
      if (id !== undefined) return { idAbove: this.resolved(id) };
      if (!/^(?:\[.*\])?$/u.test(line) && !attributeEntry.test(line)) return undefined;
    }
    return undefined;
  }

  private inline(line: string, index: number): void {
    const text = line.replace(literal, (span) => ' '.repeat(span.length));
    for (const match of text.matchAll(inlineIds)) {
      const id = match[1] ?? match[2] ?? match[3];
      if (id !== undefined) this.id(id, index, match.index);
    }
    if (this.isLiteral || /^if(?:n?def|eval)::/u.test(line)) return;
    for (const match of text.matchAll(shortReferences)) {
      const target = line.slice(match.index + 2, match.index + 2 + (match[1] ?? '').length).trim();
      this.link('xref', target.includes('#') || target.endsWith('.adoc') ? target : `#${target}`, index, match.index);
    }
    for (const match of text.matchAll(linkOfImage)) {
      const [, target = ''] = match;
      if (!/^(?:self|none)$/u.test(target)) this.link('link', target, index, match.index);
    }
    for (const match of text.matchAll(macros)) this.macro(match[1] ?? '', match[2] ?? '', index, match.index);
    for (const match of text.matchAll(urlMacro)) this.link('link', match[1] ?? '', index, match.index);
    for (const match of line.matchAll(codeXref)) this.link('xref', match[1] ?? '', index, match.index, true);
  }

  private macro(name: string, written: string, index: number, column: number): void {
    // Backslashes that escape formatting are removed before macros are parsed.
    const target = this.resolved(written.replace(/^\+\+(.*)\+\+$/u, '$1').replaceAll(/\\(?=[_*#`^~])/gu, ''));
    if (name === 'xref') {
      // `version@page` is a page id of Antora.
      const isPage = /[#@]|\.[a-z]+$/iu.test(target);
      this.link('xref', isPage ? target : `#${target}`, index, column);
      return;
    }
    if (name === 'link') {
      this.link('link', target, index, column);
      return;
    }
    const folder = this.attributes.get('imagesdir');
    const isMoved = name === 'image' && folder !== undefined && !/^(?:[a-z]+:|\/)/u.test(target);
    this.link(name, isMoved ? `${folder}/${target}` : target, index, column);
  }

  private link(element: string, written: string, index: number, offset: number, isInCode = false): void {
    const url = this.resolved(written).replaceAll(escaped, '');
    if (/\{[\w-]+\}/u.test(url)) return;
    const code = isInCode ? ({ isCode: true } as const) : {};
    const kind = element === 'xref' || element === 'link' ? 'page' : 'file';
    const mayMove = element === 'image' && this.picturesMayMove;
    const conditional = this.conditions > 0 || mayMove ? ({ conditional: true } as const) : {};
    this.links.push({
      kind,
      url,
      element,
      line: index + 1,
      column: offset + 1,
      range: undefined,
      ...conditional,
      ...code,
    });
  }

  private include(line: string, number: number, isComment: boolean): void {
    const target = /^include::([^\s[][^[]*)\[/u.exec(line)?.[1];
    if (target === undefined || isComment) return;
    const source = this.resolved(target);
    const isText = /\.(?:adoc|asciidoc|asc|txt)$/iu.test(source);
    const isUnread =
      /\{[\w-]+\}|^https?:/u.test(source) || this.conditions > 0 || /opts?=[^\]]*optional|optional/u.test(line);
    const shows = isUnread ? 'generated' : isText ? 'markdown' : 'code';
    this.includes.push({ source, shows, line: number, column: 1 });
  }

  private resolved(text: string): string {
    return text.replace(/\{([\w-]+)\}/gu, (match, name: string) => builtIn[name] ?? this.attributes.get(name) ?? match);
  }
}

/** https://docs.asciidoctor.org/asciidoc/latest/verbatim/literal-blocks/#literal-paragraph */
function isLiteral(line: string, above: string, goesOn: boolean): boolean {
  if (/^(?:\s*|\+|={4,}|\*{4,}|--)$/u.test(line)) return false;
  return goesOn || (beforeBlock.test(above) && /^\s/u.test(line) && !item.test(line) && !term.test(line));
}

/** https://docs.asciidoctor.org/asciidoc/latest/sections/auto-ids/#how-a-section-id-is-computed */
function idOfTitle(title: string, prefix = '_', separator = '_'): string {
  const words = title
    .toLowerCase()
    .replace(/<[^>]+>|&(?:[a-z][a-z\d]*|#\d+);/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc} .-]/gu, '')
    .split(/[ .-]+/u);
  return prefix + words.filter((word) => word !== '').join(separator);
}
