import type { Link, PageFacts, PageProblem, Place } from './page-facts.ts';

/** Docutils and Sphinx compare names in lower case, with single spaces. */
export function nameOf(written: string): string {
  return written.trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** Letters that docutils spells otherwise than Unicode takes them apart. */
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

/** What a paragraph says besides its words; `at` is an offset in it. */
export type Inline =
  | { readonly kind: 'role'; readonly at: number; readonly role: string; readonly target: string }
  | { readonly kind: 'address'; readonly at: number; readonly url: string; readonly name: string | undefined }
  | { readonly kind: 'reference'; readonly at: number; readonly name: string }
  | { readonly kind: 'target'; readonly at: number; readonly name: string };

/** Names of roles and references are shorter than this. */
const longestName = 100;

/**
 * Roles, references and targets of a paragraph in reStructuredText.
 * https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#inline-markup
 */
function* readInline(text: string): Generator<Inline> {
  let from = 0;
  /** From here on no literal ends. */
  let openLiteral = text.length;
  for (let tick = text.indexOf('`'); tick !== -1; tick = text.indexOf('`', Math.max(from, tick + 1))) {
    if (tick < from) continue;
    if (text[tick - 1] === '\\' && text[tick - 2] !== '\\') continue;
    if (text.startsWith('``', tick)) {
      const opens = tick < openLiteral && !/\s/u.test(text[tick + 2] ?? ' ');
      const end = opens ? literalEnd(text, tick + 2) : -1;
      if (opens && end === -1) openLiteral = tick;
      yield* references(text, from, tick);
      from = end === -1 ? tick + 2 : end + 2;
      continue;
    }
    const end = closing(text, tick);
    if (end === -1) break;
    // What begins with a space or stands in a word is no markup.
    if (/\s/u.test(text[tick + 1] ?? ' ') || /[\p{L}\p{N}]/u.test(text[tick - 1] ?? ' ')) continue;
    yield* references(text, from, tick);
    from = end + 1;
    const content = text.slice(tick + 1, end);
    const role = /(?<![\p{L}\p{N}]):([\w.+-]+(?::[\w.+-]+)*):$/u.exec(
      text.slice(Math.max(0, tick - longestName), tick),
    );
    const suffix = /^__?(?![\p{L}\p{N}_])/u.exec(text.slice(end + 1, end + 4))?.[0];
    if (role !== null) yield { kind: 'role', at: tick, role: role[1] ?? '', target: targetOf(content) };
    else if (text[tick - 1] === '_') yield { kind: 'target', at: tick, name: content };
    else if (suffix !== undefined) {
      from += suffix.length;
      yield* phrase(content, tick, suffix === '_');
    }
  }
  yield* references(text, from, text.length);
}

/** What ends markup stands after a word or sign, and before a space or a sign. */
const afterMarkup = /[\s'")\]}>\-/\\:.,;!?]|(?!\p{ASCII})\p{P}/u;

function literalEnd(text: string, start: number): number {
  let end = text.indexOf('``', start + 1);
  while (end !== -1 && (/\s/u.test(text[end - 1] ?? ' ') || text[end + 2] === '`' || !isAfter(text, end + 2)))
    end = text.indexOf('``', end + 1);
  return end;
}

function isAfter(text: string, at: number): boolean {
  return afterMarkup.test(text[at] ?? ' ');
}

function closing(text: string, tick: number): number {
  let end = text.indexOf('`', tick + 1);
  // Nothing ends behind a space, and before a letter; letters without spaces between words some settings let stand there.
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

function* phrase(content: string, at: number, isNamed: boolean): Generator<Inline> {
  const open = content.endsWith('>') ? content.lastIndexOf('<') : -1;
  if (open === -1 || (open > 0 && !/\s/u.test(content[open - 1] ?? ''))) {
    if (isNamed) yield { kind: 'reference', at, name: content };
    return;
  }
  const text = content.slice(0, open);
  const written = content.slice(open + 1, -1).trim();
  // Without its spaces, an anchor is the name of a title no more: what is meant is kept, where a line does not end there.
  const url = written.startsWith('#') && !written.includes('\n') ? written : written.replace(/\s+/gu, '');
  if (/[^\\]_$/u.test(url)) yield { kind: 'reference', at, name: content.slice(open + 1, -2) };
  else
    yield {
      kind: 'address',
      at,
      url: url.replace(/\\_$/u, '_'),
      name: isNamed && text.trim() !== '' ? text : undefined,
    };
}

const nameSign = /[\p{L}\p{N}_.:+-]/u;
const simpleName = /^[\p{L}\p{N}]+(?:[-_.:+][\p{L}\p{N}]+)*$/u;

/** `name_` between two offsets. */
function* references(text: string, from: number, to: number): Generator<Inline> {
  for (let sign = text.indexOf('_', from); sign !== -1 && sign < to; sign = text.indexOf('_', sign + 1)) {
    if (!isAfter(text, sign + 1) || text[sign + 1] === '_' || !/[\p{L}\p{N}]/u.test(text[sign - 1] ?? ' ')) continue;
    let start = sign;
    while (start > from && start > sign - longestName && nameSign.test(text[start - 1] ?? '')) start -= 1;
    const name = text.slice(start, sign);
    if (simpleName.test(name) && /^$|[\s'"([{<]/u.test(text[start - 1] ?? ''))
      yield { kind: 'reference', at: start, name };
  }
}

interface Reference extends Place {
  readonly name: string;
}

/** What the text of a page names: targets, references, and what leads elsewhere. */
export class PageNames {
  /** True while what is read may be anything, so that only its targets count. */
  targetsOnly = false;
  readonly links: Link[] = [];
  private readonly targets: (Place & { id: string })[] = [];
  private readonly names = new Set<string>();
  /** Those of targets that stand by themselves. */
  private readonly namesOfTargets = new Set<string>();
  private readonly references: Reference[] = [];

  /** A name that references of the page may use, of a title or in an address. */
  allow(name: string): void {
    this.names.add(comparable(name));
  }

  /** The same of a target that stands by itself. */
  define(name: string): void {
    this.allow(name);
    this.namesOfTargets.add(comparable(name));
  }

  id(name: string, index: number, offset: number): void {
    this.targets.push({ id: nameOf(name), line: index + 1, column: offset + 1 });
  }

  /** Targets, and the ids that docutils makes of their names; where several give one, it numbers the others. */
  allIds(): PageFacts['ids'] {
    const known = new Set(this.targets.map(({ id }) => id));
    const made = this.targets.flatMap((target) => {
      const id = idOf(target.id);
      if (id === '' || known.has(id)) return [];
      known.add(id);
      return [{ ...target, id }];
    });
    return [...this.targets, ...made];
  }

  targetsIn(line: string, index: number): void {
    for (const { index: offset, 1: name = '' } of line.matchAll(
      /(?<=[|\s])(?:\.\. _(?=[^:`|\n]+:)|:name:\s+)([^:`|\s]+)/gu,
    )) {
      this.define(name);
      this.id(name, index, offset);
    }
  }

  /** What an explicit target leads to: an address, or another name. */
  address(written: string, index: number): void {
    const reference = /^(?:`([^`]+)`|([\p{L}\p{N}][\w.:+-]*[\p{L}\p{N}]|[\p{L}\p{N}]))_$/u.exec(written);
    if (reference === null) this.link('page', written.trim(), 'url', index, 0);
    else this.reference(reference[1] ?? reference[2] ?? '', index, 0);
  }

  /** References to what neither this page nor those `others` define. */
  undefinedReferences(others: PageNames | undefined): readonly PageProblem[] {
    return this.references.flatMap(({ name, line, column }) => {
      const known = comparable(name);
      if (this.names.has(known) || others?.names.has(known) === true) return [];
      const message = `The reference ${name.replace(/\s+/gu, ' ')}_ is defined nowhere on this page.`;
      return [{ rule: 'undefined-reference', line, column, message }];
    });
  }

  /** The links, of which those are marked that are the name of a target of the page. */
  allLinks(): readonly Link[] {
    return this.links.map((link) =>
      link.element === 'url' && !/[./#:?]/u.test(link.url) && this.namesOfTargets.has(comparable(link.url))
        ? { ...link, namesTarget: true }
        : link,
    );
  }

  inline(text: string, index: number, isTable = false): void {
    const starts: number[] = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    let row = 0;
    for (const found of readInline(text)) {
      while (row + 1 < starts.length && (starts[row + 1] ?? 0) <= found.at) row += 1;
      const [line, offset] = [index + row, found.at - (starts[row] ?? 0)];
      if (found.kind === 'target') {
        this.define(found.name);
        this.id(found.name, line, offset);
      } else if (found.kind === 'reference') this.reference(found.name, line, offset);
      else if (found.kind === 'role') {
        const role = found.role.replace(/^std:/u, '');
        // In a column of a table, text and target may be those of two cells.
        if (isTable && found.target.includes('|')) continue;
        this.role(role, found.target, line, offset);
      } else {
        if (found.name !== undefined) this.allow(found.name);
        this.link('page', found.url, 'url', line, offset);
      }
    }
  }

  private reference(name: string, index: number, offset: number): void {
    if (!this.targetsOnly && !/\||\s{3}/u.test(name))
      this.references.push({ name, line: index + 1, column: offset + 1 });
  }

  private role(role: string, written: string, index: number, offset: number): void {
    // Roles take `|name|` as it stands, where an extension may put something in place of it in the name of a page or a file.
    const plain = role === 'ref' ? written.replace(/\|[^|\s](?:[^|]*[^|\s])?\|/gu, '') : written;
    if (written.startsWith('!') || /[|{}]/u.test(plain)) return;
    if (role === 'doc') this.link('page', written, 'doc', index, offset);
    else if (role === 'ref' || role === 'numref') this.link('page', `#${written}`, 'ref', index, offset);
    else if (role === 'download') this.link('file', written, 'download', index, offset);
  }

  link(kind: Link['kind'], url: string, element: string, index: number, offset: number): void {
    // Docutils makes links of addresses of mail.
    const isMail = element === 'url' && /^[^\s/:@]+@[^\s/:@]+$/u.test(url);
    if (this.targetsOnly || url === '' || isMail) return;
    this.links.push({ kind, url, element, line: index + 1, column: offset + 1, range: undefined });
  }
}

/** Titles have markup that the names made of them have not. */
function comparable(name: string): string {
  return nameOf(name.replace(/\\(.)/gu, '$1').replace(/[`*|]/gu, ''));
}
