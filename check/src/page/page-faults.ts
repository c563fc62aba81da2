import { Parser } from 'acorn';
import type { Html, Nodes, Root, Text } from 'mdast';
import { blank } from './mask-syntax.ts';
import { fencedLines } from './fences.ts';
import { withoutEnd } from './html.ts';
import type { Dialect, ImportUse, PageProblem, Place } from './page-facts.ts';
import { holdsMarkdown } from './mask-syntax.ts';

const begins = /^<{7}(?: |$)/u;
const divides = /^={7}$/u;
const ends = /^>{7}(?: |$)/u;

/**
 * Slips that a parser takes for text, so that a reader sees them: conflicts that git left behind, and HTML comments that
 * nothing closes, which hide the rest of the page.
 */
export function findSlips(body: string): PageProblem[] {
  const lines = body.split(/\r?\n/);
  const fenced = fencedLines(lines);
  return [...conflicts(lines, fenced), ...openComment(body, lines, fenced)];
}

/** Each with all that git nested in it: https://git-scm.com/docs/git-merge#_how_conflicts_are_presented */
function conflicts(lines: readonly string[], fenced: readonly boolean[]): PageProblem[] {
  const found: { readonly start: number; readonly end: number }[] = [];
  let open: { readonly start: number; depth: number; hasMiddle: boolean; end: number } | undefined;
  const close = (): void => {
    if (open?.hasMiddle === true && open.end > 0) found.push(open);
    open = undefined;
  };
  for (const [index, line] of lines.entries()) {
    if (fenced[index] === true) continue;
    if (begins.test(line)) {
      open ??= { start: index, depth: 0, hasMiddle: false, end: 0 };
      open.depth += 1;
    } else if (open !== undefined && divides.test(line)) open.hasMiddle = true;
    else if (open?.hasMiddle === true && ends.test(line)) {
      open.depth -= 1;
      open.end = index;
      if (open.depth === 0) close();
    }
  }
  close();
  return found.map(({ start, end }) => {
    const message = `A conflict that git left behind ends on line ${end + 1}: choose one of its sides and delete the marks.`;
    return { rule: 'conflict-marker', line: start + 1, column: 1, message };
  });
}

/** A comment at the start of a line outside of code; MDX names its own. */
function openComment(body: string, lines: readonly string[], fenced: readonly boolean[]): PageProblem[] {
  const last = body.lastIndexOf('<!--');
  if (last === -1 || body.includes('-->', last)) return [];
  // It stands in a comment of MDX.
  if (body.lastIndexOf('{/*', last) > body.lastIndexOf('*/}', last)) return [];
  const line = body.slice(0, last).split('\n').length;
  if (fenced[line - 1] === true || !/^\s*<!--/u.test(lines[line - 1] ?? '')) return [];
  const message = 'This comment is never closed, so nothing after it is shown: `-->` is missing.';
  return [{ rule: 'unclosed-comment', line, column: (lines[line - 1] ?? '').indexOf('<!--') + 1, message }];
}

/** How a framework writes blocks of Markdown. */
interface Kind {
  readonly start: string;
  /** Where it begins, at the margin. */
  readonly open: RegExp;
  /** Where it begins within an item or a quotation. */
  readonly inside: RegExp;
  readonly end: RegExp;
  /** True where an end that closes nothing is shown as text. */
  readonly showsEnd: boolean;
  /** True where an end has just the signs of its beginning, and blocks of as many stand in one another. */
  readonly pairs?: true;
}

const colons: Kind = {
  start: ':::',
  open: /^(:{3,})[ \t]*[\p{L}{[]/u,
  inside: /^(?:[ \t]|[-*+>]|\d+[.)])[ \t>]*:::/u,
  end: /^ {0,3}(:{3,})[ \t]*$/u,
  showsEnd: true,
};
const mystColons: Kind = { ...colons, open: /^(:{3,})\{[\w:.+-]+\}/u, showsEnd: false };
const mystFences: Kind = {
  start: '```{',
  open: /^(`{3,})\{[\w:.+-]+\}/u,
  inside: /^(?:[ \t]|[-*+>]|\d+[.)])[ \t>]*```\{/u,
  end: /^ {0,3}(`{3,})[ \t]*$/u,
  showsEnd: false,
};
const slashes: Kind = {
  start: '///',
  open: /^(\/{3,})[ \t]*[a-z]/u,
  inside: /^(?:[ \t]|[-*+>]|\d+[.)])[ \t>]*\/\/\//u,
  end: /^ {0,3}(\/{3,})[ \t]*$/u,
  showsEnd: true,
  pairs: true,
};
const kindsOf: Readonly<Record<NonNullable<Dialect['blocks']>, readonly Kind[]>> = {
  colons: [colons],
  slashes: [slashes],
  myst: [mystFences],
  'myst-colons': [mystFences, mystColons],
};

/** Lines that may be looked at for each line of a page; one that needs more is none that an author wrote. */
const mostLooks = 30;

/**
 * Blocks such as `:::note` that nothing closes before the next heading, so that the rest of the page stands in them, and
 * ends that close nothing, which a reader sees as text. Of blocks within blocks an end closes the outermost that it is long
 * enough for: https://github.com/micromark/micromark-extension-directive and https://github.com/markdown-it/markdown-it-container;
 * those of https://facelessuser.github.io/pymdown-extensions/extensions/blocks/ (tried with 13.1) close in pairs.
 */
export function findOpenBlocks(body: string, { blocks }: Dialect): PageProblem[] {
  const kinds = blocks === undefined ? [] : kindsOf[blocks].filter(({ start }) => body.includes(start));
  if (kinds.length === 0) return [];
  const lines = withoutComments(body).split(/\r?\n/u);
  const finder = new OpenBlockFinder(lines, kinds);
  finder.scan(0, lines.length, 0);
  return finder.left > 0 ? finder.problems : [];
}

class OpenBlockFinder {
  readonly problems: PageProblem[] = [];
  left: number;
  private readonly lines: readonly string[];
  private readonly kinds: readonly Kind[];
  /** Whether a block within an item or a quotation is still open is not told from single lines. */
  private anyInside = false;

  constructor(lines: readonly string[], kinds: readonly Kind[]) {
    this.lines = lines;
    this.kinds = kinds;
    this.left = lines.length * mostLooks;
  }

  scan(from: number, to: number, depth: number): void {
    for (let at = from; at < to && this.left > 0; at += 1) {
      const line = this.lines[at] ?? '';
      const code = this.endOfCode(at, to);
      if (code !== undefined) {
        at = code;
        continue;
      }
      this.anyInside ||= this.kinds.some(({ inside }) => inside.test(line));
      for (const kind of this.kinds) {
        const mark = kind.open.exec(line)?.[1];
        if (mark !== undefined) {
          at = this.block(kind, mark, at, to, depth);
          break;
        }
        const stray = line.startsWith(kind.start) ? kind.end.exec(line)?.[1] : undefined;
        if (stray === undefined || !kind.showsEnd || this.anyInside) continue;
        this.say(at, `This \`${stray}\` closes nothing, so a reader sees it as text.`);
      }
    }
  }

  /** Returns its last line. */
  private block(kind: Kind, mark: string, at: number, to: number, depth: number): number {
    const end = this.endOf(kind, mark, at + 1, to);
    if (end !== undefined) {
      if (end.isSure && this.meantToEndBefore(kind, mark, at, end.at, to)) this.neverClosed(mark, at);
      if (end.isSure && depth < 8) this.scan(at + 1, end.at, depth + 1);
      return end.at;
    }
    // One within another ends with it.
    if (depth > 0 || this.anyInside || !this.hasHeading(at + 1, to)) return to;
    this.neverClosed(mark, at);
    return to;
  }

  /** The end is that of another block, begun alike behind a heading; whoever nests blocks so writes an end for each. */
  private meantToEndBefore(kind: Kind, mark: string, at: number, end: number, to: number): boolean {
    const signs = (line: number): string | undefined => kind.open.exec(this.lines[line] ?? '')?.[1];
    let other = at + 1;
    while (other < end && signs(other)?.length !== mark.length) other += 1;
    if (other === end || !this.hasHeading(at + 1, other)) return false;
    for (let next = end + 1; next < to; next += 1) {
      this.left -= 1;
      if (kind.end.test(this.lines[next] ?? '')) return false;
      if (signs(next) !== undefined) return true;
    }
    return true;
  }

  private neverClosed(mark: string, at: number): void {
    const message = `This block is never closed: a line with only ${mark} is missing after it.`;
    // Authors who fold the rest of a page do not always say where it ends.
    const isFolded = /^:+[ \t]*details\b/u.test(this.lines[at] ?? '');
    this.say(at, message, isFolded ? 'the rest of the page may be meant' : undefined);
  }

  private say(at: number, message: string, unsure?: string): void {
    const reason = unsure === undefined ? {} : { unsure };
    this.problems.push({ rule: 'unclosed-block', line: at + 1, column: 1, message, ...reason });
  }

  /** The line that closes a block. Some programs take one within code for it, so what has one may end at either. */
  private endOf(
    { open, end, pairs }: Kind,
    mark: string,
    from: number,
    to: number,
  ): { readonly at: number; readonly isSure: boolean } | undefined {
    const lengthOf = (pattern: RegExp, at: number): number => pattern.exec(this.lines[at] ?? '')?.[1]?.length ?? 0;
    const closes = (at: number): boolean =>
      pairs === true ? lengthOf(end, at) === mark.length : lengthOf(end, at) >= mark.length;
    let inner = 0;
    let inCode: number | undefined;
    for (let at = from; at < to; at += 1) {
      this.left -= 1;
      if (pairs === true && lengthOf(open, at) === mark.length) inner += 1;
      if (closes(at) && inner === 0) return { at, isSure: inCode === undefined };
      if (closes(at)) inner -= 1;
      const last = this.endOfCode(at, to);
      for (; last !== undefined && at < last; at += 1) if (closes(at + 1)) inCode ??= at + 1;
    }
    return inCode === undefined ? undefined : { at: to, isSure: false };
  }

  /** The last line of the code that begins at a line; undefined where none does. */
  private endOfCode(at: number, to: number): number | undefined {
    const [, before = '', fence, info = ''] =
      /^([\s>]*(?:[-*+]\s+|\d+[.)]\s+)?)(`{3,}|~{3,})(.*)$/u.exec(this.lines[at] ?? '') ?? [];
    if (fence === undefined || (fence.startsWith('`') && info.includes('`'))) return undefined;
    const name = /^\{([\w:.+-]+)\}/u.exec(info)?.[1];
    if (before === '' && this.kinds.includes(mystFences) && holdsMarkdown(name)) return undefined;
    for (let end = at + 1; end < to; end += 1) {
      this.left -= 1;
      const text = (this.lines[end] ?? '').replace(/^[\s>]+/u, '').trimEnd();
      if (text.startsWith(fence) && text.replaceAll(fence.charAt(0), '') === '') return end;
    }
    return to - 1;
  }

  private hasHeading(from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) {
      const code = this.endOfCode(at, to);
      if (code !== undefined) at = code;
      else if (/^#{1,6}\s+\S/u.test(this.lines[at] ?? '')) return true;
    }
    return false;
  }
}

/** Comments of HTML and of MDX, blanked. */
function withoutComments(text: string): string {
  return blankBetween(blankBetween(text, '<!--', '-->'), '{/*', '*/}');
}

function blankBetween(text: string, start: string, end: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, copied)) {
    const close = text.indexOf(end, at + start.length);
    if (close === -1) break;
    parts.push(text.slice(copied, at), blank(text.slice(at, close + end.length)));
    copied = close + end.length;
  }
  return parts.join('') + text.slice(copied);
}

/** Characters of a page that is looked into: the time grows faster than a page that no author wrote. */
const longest = 100_000;

/** A tag as Vue takes one, its attributes included; what stands in comments, scripts and styles is passed over. */
const tag =
  /<!--[\s\S]*?-->|<(script|style|pre|textarea)\b[\s\S]*?<\/\1\s*>|<(\/?)([A-Za-z][\w.:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/giu;

/**
 * What stops Vue when VitePress gives it the page as a template: an element that nothing closes, such as `<T>` in `Array<T>`
 * outside of code, and `{{ }}` that holds no expression.
 * https://vitepress.dev/guide/using-vue#escaping and `onclosetag` of https://github.com/vuejs/core/blob/main/packages/compiler-core/src/parser.ts
 */
export function findVueFaults(body: string, parse: (text: string) => Root): PageProblem[] {
  // What Vue leaves alone is not told from what stands around it.
  if (body.length > longest || /\bv-pre\b/u.test(body) || !mayHaveFaults(body)) return [];
  const nodes: (Html | Text)[] = [];
  const visit = (node: Nodes): void => {
    if (node.type === 'html' || node.type === 'text') nodes.push(node);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(parse(body));
  const isTypeScript = /<script\b[^>]*\slang=["']ts/iu.test(body);
  return [
    ...openElements(nodes.filter((node) => node.type === 'html')),
    ...(isTypeScript ? [] : wrongExpressions(nodes)),
  ];
}

/** Relative imports of a page's scripts; others may be made by a plugin of Vite. */
export function findScriptImports(body: string): ImportUse[] {
  if (!body.includes('<script')) return [];
  const lines = body.split(/\r?\n/u);
  const fenced = fencedLines(lines);
  let inScript = false;
  return lines.flatMap((line, index) => {
    if (fenced[index] === true) return [];
    if (/^<script\b/iu.test(line)) inScript = true;
    const source = inScript
      ? /^\s*(?:import\b[^'"`/(]*|\}\s*from\s*)['"](\.{1,2}\/[^'"]+)['"]/u.exec(line)?.[1]
      : undefined;
    if (/<\/script/iu.test(line)) inScript = false;
    return source === undefined ? [] : [{ source, names: [], line: index + 1, column: 1 }];
  });
}

function mayHaveFaults(body: string): boolean {
  if (body.includes('{{')) return true;
  const open = new Map<string, number>();
  for (const { name, closes } of tagsOf(body)) open.set(name, (open.get(name) ?? 0) + (closes ? -1 : 1));
  return [...open.values()].some((left) => left > 0);
}

function* tagsOf(
  html: string,
): Generator<{ readonly name: string; readonly written: string; readonly closes: boolean; readonly at: number }> {
  for (const { 2: slash, 3: written, 4: attributes = '', index } of html.matchAll(tag)) {
    if (written === undefined) continue;
    const name = written.toLowerCase();
    if (withoutEnd.has(name) || attributes.trimEnd().endsWith('/')) continue;
    yield { name, written, closes: slash === '/', at: index };
  }
}

/** Elements for which no end is left anywhere behind them. */
function openElements(nodes: readonly Html[]): PageProblem[] {
  const open = new Map<string, (Place & { readonly written: string })[]>();
  for (const node of nodes) {
    for (const { name, written, closes, at } of tagsOf(node.value)) {
      const before = node.value.slice(0, at).split('\n');
      const line = (node.position?.start.line ?? 1) + before.length - 1;
      const column = before.length > 1 ? (before.at(-1)?.length ?? 0) + 1 : (node.position?.start.column ?? 1) + at;
      const left = open.get(name) ?? [];
      if (closes) left.pop();
      else left.push({ line, column, written });
      open.set(name, left);
    }
  }
  return [...open.values()].flat().map(({ written, line, column }) => {
    const message = `Nothing closes the element <${written}>: Vue refuses the page. Write a literal \`<\` as \`&lt;\` or inside backticks.`;
    return { rule: 'template-syntax', line, column, message };
  });
}

function wrongExpressions(nodes: readonly (Html | Text)[]): PageProblem[] {
  return nodes.flatMap((node) =>
    node.type === 'html'
      ? []
      : [...node.value.matchAll(/\{\{([^{}]*)\}\}/gu)].flatMap(([whole, expression = '']): PageProblem[] => {
          if (expression.trim() === '' || isExpression(expression)) return [];
          const message = `${whole} holds no expression of JavaScript: Vue refuses the page. Write it inside backticks, or below \`v-pre\`.`;
          return [
            {
              rule: 'template-syntax',
              line: node.position?.start.line,
              column: node.position?.start.column,
              message,
            },
          ];
        }),
  );
}

function isExpression(text: string): boolean {
  try {
    Parser.parse(`(${text}\n)`, { ecmaVersion: 'latest', sourceType: 'module' });
    return true;
  } catch {
    return false;
  }
}
