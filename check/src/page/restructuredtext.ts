import { type Heading, type PageFacts, type Place, unreadPage, type Link } from './page-facts.ts';

/** Directives with verbatim content or data. */
const verbatim = new Set(
  [
    'code code-block sourcecode highlight literalinclude parsed-literal raw math graphviz digraph graph mermaid uml plantuml',
    'productionlist doctest testcode testoutput testsetup testcleanup ipython plot prompt code-cell command-output',
    'program-output autosummary index meta role default-role jinja tabularcolumns sectionauthor moduleauthor codeauthor',
    'module currentmodule program unicode date title contents sectnum header footer rst-class image toctree include',
    'csv-table mdinclude bibliography click argparse openapi http:example jupyter-execute ipython3 console shell terminal altair-plot',
    'inheritance-diagram datatemplate youtube video asciinema exec exec_code git_changelog',
  ].flatMap((words) => words.split(' ')),
);

/** Directives with text content. */
const holdsText = new Set(
  [
    'attention caution danger error hint important note tip warning admonition seealso todo versionadded versionchanged',
    'versionremoved deprecated deprecated-removed topic sidebar figure table list-table container compound epigraph highlights pull-quote',
    'line-block replace only ifconfig glossary rubric centered hlist acks tabs tab group-tab code-tab tab-set tab-item',
    'grid grid-item grid-item-card card dropdown details collapse cssclass flat-table details impl-detail important-note',
    'button-ref button-link card-carousel tab-set-code availability audit-event soft-deprecated',
    'confval-menu card-grid card-group card-footer accordion accordion-item configuration-block directory-tree',
  ].flatMap((words) => words.split(' ')),
);

/** Directives that describe program elements. Extensions register more, mostly with a domain prefix. */
const describes =
  /:|^(?:function|method|classmethod|staticmethod|class|exception|attribute|data|decorator|property|object|describe|option|cmdoption|envvar|confval|setting|opcode|pdbcommand|type|macro|member|var|token|term|command|directive|option|templatetag|templatefilter|fieldlookup|signal|event|attr)$/u;

/** Directives that insert generated or external content, which may define any name. */
const bringsOthers =
  /^auto(?!summary)|(?:^|:)auto|^(?:include|mdinclude|raw|doxygen\w*|argparse|click|openapi|bibliography|exec\w*|jinja|datatemplate\S*|program-output|plot|ipython|highlight-push|kernel-\w+|module-output|sqla?\w*)$/u;

export interface DirectiveKind {
  readonly content: 'verbatim' | 'text' | 'unknown';
  /** True if the first lines are signatures, not text. */
  readonly describes: boolean;
  readonly bringsOthers: boolean;
}

function kindOf(name: string): DirectiveKind {
  const isDescription = describes.test(name) && !verbatim.has(name);
  return {
    content: verbatim.has(name) ? 'verbatim' : holdsText.has(name) || isDescription ? 'text' : 'unknown',
    describes: isDescription,
    bringsOthers: bringsOthers.test(name),
  };
}

const marker = /^(?:[-*+•‣⁃]|\(?(?:\d+|#|[a-zA-Z]|[ivxlcdmIVXLCDM]+)[.)])[ ]+/u;

/** Expands tabs to columns of eight. */
function expandTabs(line: string): string {
  const indent = /^[ \t]*\t[ \t]*/u.exec(line)?.[0];
  if (indent === undefined) return line;
  let width = 0;
  for (const sign of indent) width += sign === '\t' ? 8 - (width % 8) : 1;
  return ' '.repeat(width) + line.slice(indent.length);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/** Strips list markers; `indent` is the column of the text. */
function stripMarkers(line: string): { readonly text: string; readonly indent: number } {
  let text = line.trimStart();
  for (let match = marker.exec(text); match !== null; match = marker.exec(text)) text = text.slice(match[0].length);
  return { text, indent: line.length - text.length };
}

/** Splits `.. _name: address`; a name in backquotes may contain any character. */
function splitTarget(text: string): readonly [name: string, address: string] | undefined {
  const quoted = /^`([^`]+)` ?:(?: +(.*))?$/u.exec(text);
  if (quoted !== null) return [quoted[1] ?? '', quoted[2] ?? ''];
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    const before = text[colon - 1] ?? ':';
    const isEscaped = before === '\\' || (before === ':' && text[colon - 2] !== '\\');
    if (!isEscaped && /^(?: |$)/u.test(text.slice(colon + 1, colon + 2)))
      return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
  }
  return undefined;
}

const explicit = /^\.\.(?:[ ]+|$)/u;
const substitution = /^\|[^|\s](?:[^|]*[^|\s])?\|\s+/u;
const directive = /^([\p{L}\p{N}](?:[\w.+:-]*[\p{L}\p{N}])?) ?::(?:\s+(.*))?$/u;
const field = /^:(?![:\s])(?:[^:\\`]|\\.|:(?!\s|$))+:(?:\s|$)/u;
const adornment = /^([!-/:-@[-`{-~])\1*$/u;
const simpleTable = /^\s*=+(?:\s+=+)+\s*$/u;
/**
 * Files that docutils ships: paths in angle brackets.
 * https://docutils.sourceforge.io/docs/ref/rst/directives.html#including-an-external-document-fragment
 */
const shipped = /^<[\w.-]+>$/u;
/** Page fields before the title. https://www.sphinx-doc.org/en/master/usage/restructuredtext/field-lists.html */
const pageField = /^:(orphan|tocdepth|nocomments|nosearch):/u;

/**
 * Reads titles, targets, references, Sphinx roles, toctrees, images and includes of reStructuredText. https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html
 */
export function parseRestructuredText(source: string): PageFacts {
  return new Reader(source.split(/\r?\n/u).map(expandTabs)).read();
}

class Reader {
  private readonly lines: readonly string[];
  private readonly frontmatter: Record<string, unknown> = {};
  private readonly names = new PageNames();
  private readonly headings: Heading[] = [];
  private readonly styles: string[] = [];
  private readonly includes: PageFacts['includes'][number][] = [];
  private readonly listed: PageFacts['listed'][number][] = [];
  private bringsOthers = false;
  private hasOwnAnchors = false;
  /** Indentation of an unknown directive, whose content may be anything. */
  private unknownBelow: number | undefined;

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }

  read(): PageFacts {
    for (let index = 0; index < this.lines.length;) index = this.block(index);
    const { frontmatter, headings, names, includes, listed, bringsOthers } = this;
    // Docutils numbers unnamed elements.
    const openAnchors = this.hasOwnAnchors || bringsOthers ? [['', '']] : [['id', '']];
    const named = { ids: names.allIds(), links: names.allLinks() };
    return { ...unreadPage, ...named, frontmatter, headings, includes, listed, openAnchors, parsed: true };
  }

  /** Reads the block at this line and returns the line after it. */
  private block(index: number): number {
    const line = this.lines[index] ?? '';
    if (isBlank(line)) return index + 1;
    if (this.unknownBelow !== undefined && indentOf(line) <= this.unknownBelow) this.unknownBelow = undefined;
    this.names.targetsOnly = this.unknownBelow !== undefined;
    const bare = stripMarkers(line);
    if (explicit.test(bare.text)) return this.explicit(bare.text.replace(explicit, ''), bare.indent, index);
    if (/^__ \S/u.test(bare.text)) return this.anonymous(bare.text.slice(3), index);
    if (bare.text.startsWith('>>> ')) return this.whileText(index);
    return this.title(index) ?? this.paragraph(index);
  }

  private whileText(index: number): number {
    let end = index;
    while (!isBlank(this.lines[end])) end += 1;
    return end;
  }

  /** The line after the indented block, including blank lines in it. */
  private afterIndented(index: number, indent: number): number {
    let end = index;
    let last = index;
    for (; end < this.lines.length; end += 1) {
      const line = this.lines[end] ?? '';
      if (isBlank(line)) continue;
      if (indentOf(line) <= indent) break;
      last = end + 1;
    }
    return last;
  }

  private title(index: number): number | undefined {
    const [first = '', second = '', third = ''] = [0, 1, 2].map((step) => this.lines[index + step]?.trimEnd() ?? '');
    if (adornment.test(first) && first.length > 1 && second.trim() !== '' && third === first)
      return this.heading(second.trim(), `${first.charAt(0)}${first.charAt(0)}`, index + 1, index + 3);
    const isUnderlined = adornment.test(second) && second.length >= Math.min(4, first.length);
    if (!isUnderlined || first.startsWith(' ') || adornment.test(first) || /^[-*+•] /u.test(first)) return undefined;
    return this.heading(first, second.charAt(0), index, index + 2);
  }

  private heading(written: string, style: string, index: number, next: number): number {
    if (!this.styles.includes(style)) this.styles.push(style);
    const text = written
      .replace(/:[\w.+-]+(?::[\w.+-]+)*:(?=`)/gu, '')
      .replace(/`([^`<]+?)\s*<[^`<>]*>`_{0,2}/gu, '$1')
      .replace(/`+_{0,2}|\*\*|\\/gu, '')
      .replace(/(?<![^\s'"(])\*([^*\s](?:[^*]*[^*\s])?)\*(?![^\s'").,:;!?-])/gu, '$1')
      .trim();
    const depth = this.styles.indexOf(style) + 1;
    const raw = /\||:`/u.test(written) ? { raw: written } : {};
    this.headings.push({ depth, text, bareText: undefined, ...raw, id: undefined, line: index + 1, column: 1 });
    this.names.inline(written, index);
    return next;
  }

  private paragraph(index: number): number {
    let part: string[] = [];
    let partAt = index;
    let end = index;
    let width: number | undefined;
    let isTable = false;
    const flush = (): void => {
      if (part.length > 0) this.names.inline(part.join('\n'), partAt, isTable);
      part = [];
      partAt = end;
    };
    for (; !isBlank(this.lines[end]); end += 1) {
      const line = this.lines[end] ?? '';
      const { text, indent } = stripMarkers(line);
      const isItem = text.length + indentOf(line) < line.length || field.test(text);
      if (end > index && explicit.test(text) && (isItem || indent !== width)) break;
      if (this.headings.length === 0) this.pageField(line);
      isTable ||= /^(?:\+[-=]|\|)/u.test(text) || simpleTable.test(line);
      if (isTable || isItem || (width !== undefined && indent !== width)) flush();
      if (part.length === 0) partAt = end;
      part.push(line);
      if (isTable) this.names.targetsIn(line, end);
      // Field bodies may continue with any indentation.
      width = field.test(text) ? undefined : indent;
    }
    flush();
    const last = (this.lines[end - 1] ?? '').trimEnd();
    return last.endsWith('::') && !isTable ? this.afterLiteral(end, stripMarkers(last).indent, index) : end;
  }

  private pageField(line: string): void {
    const name = pageField.exec(line)?.[1];
    if (name === 'orphan') this.frontmatter[name] = true;
  }

  /** A literal block is indented more than its paragraph, or quoted with the same character on each line. */
  private afterLiteral(index: number, indent: number, from: number): number {
    let start = index;
    while (start < this.lines.length && isBlank(this.lines[start])) start += 1;
    const first = this.lines[start] ?? '';
    const base = field.test(stripMarkers(this.lines[from] ?? '').text) ? indentOf(this.lines[from] ?? '') : indent;
    if (indentOf(first) > base) return this.afterIndented(start, base);
    return adornment.test(first.trimStart().charAt(0)) && start > index ? this.whileText(start) : index;
  }

  private explicit(text: string, indent: number, index: number): number {
    const target = text.startsWith('_') ? splitTarget(text.slice(1)) : undefined;
    if (target !== undefined) return this.target(target[0], target[1], indent, index);
    if (/^__?:\s/u.test(text)) return this.anonymous(text.replace(/^__?:\s+/u, ''), index);
    if (/^\[(?:#?[\w.-]*|\*)\](?:\s|$)/u.test(text)) {
      this.names.inline(text.replace(/^\[[^\]]*\]/u, ''), index);
      return index + 1;
    }
    const [, called, argument] = directive.exec(text.replace(substitution, '')) ?? [];
    if (called !== undefined) return this.directive(called.toLowerCase(), argument ?? '', indent, index);
    return text === '' && isBlank(this.lines[index + 1]) ? index + 1 : this.afterIndented(index + 1, indent);
  }

  private anonymous(address: string, index: number): number {
    this.names.address(address, index);
    return index + 1;
  }

  private target(written: string, address: string, indent: number, index: number): number {
    const name = written.replace(/\\(.)/gu, '$1');
    this.names.define(name);
    const isShort = isBlank(this.lines[index + 1]);
    const next = isShort ? index + 1 : Math.max(index + 1, this.afterIndented(index + 1, indent));
    const url = [address, ...this.lines.slice(index + 1, next)].map((line) => line.trim()).join('');
    // An alias of a target is a target too.
    if (url === '' || url.endsWith('_')) this.names.id(name, index, indent);
    if (url !== '') this.names.address(url, index);
    return next;
  }

  private directive(name: string, argument: string, indent: number, index: number): number {
    const kind = kindOf(name);
    let body = index + 1;
    const options = new Map<string, Place & { value: string }>();
    for (; !isBlank(this.lines[body]) && indentOf(this.lines[body] ?? '') > indent; body += 1) {
      const line = this.lines[body] ?? '';
      const [, option, value = ''] = /^\s*:([\w-]+):(?:\s+(.*))?$/u.exec(line) ?? [];
      if (option !== undefined)
        options.set(option, { value: value.trim(), line: body + 1, column: indentOf(line) + 1 });
      // Options and signatures may continue on further lines.
      else if (options.size === 0 ? !kind.describes : name === 'toctree' || kind.content === 'verbatim') break;
    }
    const nameOption = options.get('name');
    if (nameOption !== undefined && nameOption.value !== '') {
      this.names.define(nameOption.value);
      // https://docs.typo3.org/m/typo3/docs-how-to-document/main/en-us/Reference/ReStructuredText/Code/Confval.html
      const id = name.startsWith('confval') ? `confval-${nameOption.value}` : nameOption.value;
      this.names.id(id, nameOption.line - 1, nameOption.column - 1);
    }
    if (kind.bringsOthers || (kind.content === 'unknown' && this.unknownBelow === undefined)) this.bringsOthers = true;
    if (kind.describes || name === 'glossary') this.hasOwnAnchors = true;
    const below = isBlank(this.lines[index + 1]) || body > index + 1 ? '' : (this.lines[index + 1] ?? '');
    this.shown(name, (argument === '' ? below : argument).trim(), options, index);
    if (name === 'toctree') return this.toctree(options.has('glob'), indent, body);
    if (kind.content === 'verbatim') return Math.max(body, this.afterIndented(body, indent));
    if (kind.content === 'unknown') this.unknownBelow ??= indent;
    else if (!kind.describes) this.names.inline(argument, index);
    return body;
  }

  /** Images and included files. */
  private shown(
    name: string,
    argument: string,
    options: ReadonlyMap<string, Place & { readonly value: string }>,
    index: number,
  ): void {
    const place = { line: index + 1, column: 1 };
    if (name === 'image' || name === 'figure') {
      this.names.link('file', argument.replace(/\s+/gu, ''), 'image', index, 0);
      const leads = options.get('target');
      if (leads !== undefined) this.names.address(leads.value, leads.line - 1);
    }
    const file = name === 'csv-table' ? (options.get('file')?.value ?? '') : argument;
    if (!['include', 'literalinclude', 'csv-table', 'mdinclude'].includes(name) || file === '' || shipped.test(file))
      return;
    const isCode = name !== 'include' || options.has('literal') || options.has('code');
    // Files generated by https://github.com/jaraco/rst.linker.
    if (this.unknownBelow === undefined && !file.endsWith(' (links).rst'))
      this.includes.push({ source: file, shows: isCode ? 'code' : 'markdown', ...place });
  }

  private toctree(isGlob: boolean, indent: number, index: number): number {
    const end = Math.max(index, this.afterIndented(index, indent));
    for (let row = index; row < end; row += 1) {
      const line = (this.lines[row] ?? '').trim();
      if (line === '' || /^(?:\.\.\s|:[\w-]+:)/u.test(line)) continue;
      const entry = (/<([^<>]+)>$/u.exec(line)?.[1] ?? line).trim();
      if (this.unknownBelow === undefined && (isGlob || !/[*?[]/u.test(entry)))
        this.listed.push({ entry, line: row + 1, column: indentOf(this.lines[row] ?? '') + 1 });
    }
    return end;
  }
}

/** Docutils and Sphinx compare names in lower case, with single spaces. */
export function nameOf(written: string): string {
  return written.trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** Transliterations of docutils that differ from Unicode decomposition. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'sz',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
};

/**
 * The id that docutils makes of a name (`make_id`).
 * https://docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization
 */
export function idOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßæœøđħıłŧ]/gu, (letter) => spelled[letter] ?? letter)
    .normalize('NFKD')
    .replace(/[^\p{ASCII}]/gu, '')
    .replace(/[^a-z\d]+/gu, '-')
    .replace(/^[-\d]+|-$/gu, '');
}

/** Inline markup of a paragraph; `offset` is relative to the paragraph. */
export type Inline =
  | { readonly kind: 'role'; readonly offset: number; readonly role: string; readonly target: string }
  | { readonly kind: 'address'; readonly offset: number; readonly url: string }
  | { readonly kind: 'target'; readonly offset: number; readonly name: string };

/** Maximum length of role and reference names. */
const longestName = 100;

/**
 * Roles, references and targets of a paragraph in reStructuredText.
 * https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#inline-markup
 */
function* readInline(text: string): Generator<Inline> {
  let from = 0;
  /** Offset from which no literal ends. */
  let openLiteral = text.length;
  for (let tick = text.indexOf('`'); tick !== -1; tick = text.indexOf('`', Math.max(from, tick + 1))) {
    if (tick < from) continue;
    if (text[tick - 1] === '\\' && text[tick - 2] !== '\\') continue;
    if (text.startsWith('``', tick)) {
      const opens = tick < openLiteral && !/\s/u.test(text[tick + 2] ?? ' ');
      const end = opens ? literalEnd(text, tick + 2) : -1;
      if (opens && end === -1) openLiteral = tick;
      from = end === -1 ? tick + 2 : end + 2;
      continue;
    }
    const end = closing(text, tick);
    if (end === -1) break;
    // Markup cannot start with a space or within a word.
    if (/\s/u.test(text[tick + 1] ?? ' ') || /[\p{L}\p{N}]/u.test(text[tick - 1] ?? ' ')) continue;
    from = end + 1;
    const content = text.slice(tick + 1, end);
    const role = /(?<![\p{L}\p{N}]):([\w.+-]+(?::[\w.+-]+)*):$/u.exec(
      text.slice(Math.max(0, tick - longestName), tick),
    );
    const suffix = /^__?(?![\p{L}\p{N}_])/u.exec(text.slice(end + 1, end + 4))?.[0];
    if (role !== null) yield { kind: 'role', offset: tick, role: role[1] ?? '', target: targetOf(content) };
    else if (text[tick - 1] === '_') yield { kind: 'target', offset: tick, name: content };
    else if (suffix !== undefined) {
      from += suffix.length;
      const url = addressOf(content);
      if (url !== undefined) yield { kind: 'address', offset: tick, url };
    }
  }
}

/** Characters that may follow the end of markup. */
const afterMarkup = /[\s'")\]}>\-/\\:.,;!?]|(?!\p{ASCII})\p{P}/u;

function literalEnd(text: string, start: number): number {
  let end = text.indexOf('``', start + 1);
  while (end !== -1 && (/\s/u.test(text[end - 1] ?? ' ') || text[end + 2] === '`' || !isAfter(text, end + 2)))
    end = text.indexOf('``', end + 1);
  return end;
}

function isAfter(text: string, index: number): boolean {
  return afterMarkup.test(text[index] ?? ' ');
}

function closing(text: string, tick: number): number {
  let end = text.indexOf('`', tick + 1);
  // Markup cannot end after a space or before a Latin letter. Some settings allow letters of scripts without spaces.
  while (end !== -1 && (/[\\\s]/u.test(text[end - 1] ?? '') || /[a-z\d]/iu.test(text[end + 1] ?? ' ')))
    end = text.indexOf('`', end + 1);
  return end;
}

/** `text <target>` of a role. */
function targetOf(content: string): string {
  const open = content.endsWith('>') ? content.lastIndexOf('<') : -1;
  const target = open > 0 && content[open - 1] !== '\\' ? content.slice(open + 1, -1) : content;
  return target.trim().replace(/\s+/gu, ' ');
}

/** The address of `text <address>`. A trailing underscore means the name of a target. */
function addressOf(content: string): string | undefined {
  const open = content.endsWith('>') ? content.lastIndexOf('<') : -1;
  if (open === -1 || (open > 0 && !/\s/u.test(content[open - 1] ?? ''))) return undefined;
  const written = content.slice(open + 1, -1).trim();
  // Keep spaces in anchors on one line, because they may name a title.
  const url = written.startsWith('#') && !written.includes('\n') ? written : written.replace(/\s+/gu, '');
  return /[^\\]_$/u.test(url) ? undefined : url.replace(/\\_$/u, '_');
}

/** Targets and links of a page. */
class PageNames {
  /** True in unknown content, where only targets are collected. */
  targetsOnly = false;
  readonly links: Link[] = [];
  private readonly targets: (Place & { id: string })[] = [];
  /** Names of explicit targets. */
  private readonly namesOfTargets = new Set<string>();

  /** Registers an explicit target. */
  define(name: string): void {
    this.namesOfTargets.add(comparable(name));
  }

  id(name: string, index: number, offset: number): void {
    this.targets.push({ id: nameOf(name), line: index + 1, column: offset + 1 });
  }

  /** Targets and the ids that docutils generates from their names; duplicates get other ids. */
  allIds(): PageFacts['ids'] {
    const usedIds = new Set(this.targets.map(({ id }) => id));
    const generatedIds = this.targets.flatMap((target) => {
      const id = idOf(target.id);
      if (id === '' || usedIds.has(id)) return [];
      usedIds.add(id);
      return [{ ...target, id }];
    });
    return [...this.targets, ...generatedIds];
  }

  targetsIn(line: string, index: number): void {
    for (const { index: offset, 1: name = '' } of line.matchAll(
      /(?<=[|\s])(?:\.\. _(?=[^:`|\n]+:)|:name:\s+)([^:`|\s]+)/gu,
    )) {
      this.define(name);
      this.id(name, index, offset);
    }
  }

  /** Destination of an explicit target: an address, or another name. */
  address(written: string, index: number): void {
    const isReference = /^(?:`[^`]+`|[\p{L}\p{N}](?:[\w.:+-]*[\p{L}\p{N}])?)_$/u.test(written);
    if (!isReference) this.link('page', written.trim(), 'url', index, 0);
  }

  /** All links, marking those whose address is the name of a target on the page. */
  allLinks(): readonly Link[] {
    return this.links.map((link) =>
      link.element === 'url' && !/[./#:?]/u.test(link.url) && this.namesOfTargets.has(comparable(link.url))
        ? { ...link, namesTarget: true }
        : link,
    );
  }

  inline(text: string, index: number, isTable = false): void {
    const starts: number[] = [0];
    for (let eol = text.indexOf('\n'); eol !== -1; eol = text.indexOf('\n', eol + 1)) starts.push(eol + 1);
    let row = 0;
    for (const inline of readInline(text)) {
      while (row + 1 < starts.length && (starts[row + 1] ?? 0) <= inline.offset) row += 1;
      const [line, offset] = [index + row, inline.offset - (starts[row] ?? 0)];
      if (inline.kind === 'target') {
        this.define(inline.name);
        this.id(inline.name, line, offset);
      } else if (inline.kind === 'role') {
        const role = inline.role.replace(/^std:/u, '');
        // In a table, markup may span two cells.
        if (isTable && inline.target.includes('|')) continue;
        this.role(role, inline.target, line, offset);
      } else this.link('page', inline.url, 'url', line, offset);
    }
  }

  private role(role: string, written: string, index: number, offset: number): void {
    // `ref` treats `|name|` literally; in page and file names, an extension may substitute it.
    const plain = role === 'ref' ? written.replace(/\|[^|\s](?:[^|]*[^|\s])?\|/gu, '') : written;
    if (written.startsWith('!') || /[|{}]/u.test(plain)) return;
    if (role === 'doc') this.link('page', written, 'doc', index, offset);
    else if (role === 'ref' || role === 'numref') this.link('page', `#${written}`, 'ref', index, offset);
    else if (role === 'download') this.link('file', written, 'download', index, offset);
  }

  link(kind: Link['kind'], url: string, element: string, index: number, offset: number): void {
    // Docutils links email addresses.
    const isMail = element === 'url' && /^[^\s/:@]+@[^\s/:@]+$/u.test(url);
    if (this.targetsOnly || url === '' || isMail) return;
    this.links.push({ kind, url, element, line: index + 1, column: offset + 1, range: undefined });
  }
}

/** Name without the markup that titles may have. */
function comparable(name: string): string {
  return nameOf(name.replace(/\\(.)/gu, '$1').replace(/[`*|]/gu, ''));
}
