import { LineCounter, parseDocument } from 'yaml';
import { blank } from './fences.ts';
import type { PageProblem } from './page-facts.ts';

/** A field whose value is unambiguous in YAML: text, number, `true`, `false`, or nested fields. */
const field =
  /^ *(?<key>[A-Za-z][\w-]{0,60}):(?: (?:"(?<double>[^"\\\p{C}]*)"|'(?<single>[^'\p{C}]*)'|(?<number>0|[1-9]\d{0,8})|(?<plain>\p{L}(?:[\p{L}\p{N}_.,;!?()'"/&+*=-]|:(?=[^\s])| (?=[\p{L}\p{N}_.,;!?()'"/&+*=-]))*)))?$/u;
const otherValues = /^(?:null|true|false)$/iu;
const saysNothing = /^ *(?:#[^\p{C}]*)?$/u;

interface Fields {
  readonly indent: number;
  readonly data: Record<string, unknown>;
}

/** Fast path for plain fields; undefined if a YAML parser is needed. */
export function plainFrontmatter(text: string): Readonly<Record<string, unknown>> | undefined {
  const top: Fields = { indent: 0, data: {} };
  const open = [top];
  /** The field whose value is the nested block below. */
  let above: string | undefined;
  for (const line of text.replace(/\n$/u, '').split('\n')) {
    if (saysNothing.test(line)) continue;
    const { key, double, single, number, plain } = field.exec(line)?.groups ?? {};
    const indent = line.search(/[^ ]/u);
    if (key === undefined) return undefined;
    if (above !== undefined) {
      const below: Fields = { indent, data: {} };
      const holder = open.at(-1) ?? top;
      if (indent <= holder.indent) return undefined;
      holder.data[above] = below.data;
      open.push(below);
    }
    while (indent < (open.at(-1) ?? top).indent) open.pop();
    const { indent: expected, data } = open.at(-1) ?? top;
    if (indent !== expected || Object.hasOwn(data, key)) return undefined;
    if (plain !== undefined && plain !== 'true' && plain !== 'false' && otherValues.test(plain)) return undefined;
    const value = double ?? single ?? (number === undefined ? plain : Number(number));
    above = value === undefined ? key : undefined;
    data[key] = plain === 'true' || plain === 'false' ? plain === 'true' : value;
  }
  // Undefined for an empty map, and for a field without value or nested block.
  return above === undefined && Object.keys(top.data).length > 0 ? top.data : undefined;
}

export interface SplitPage {
  readonly data: Readonly<Record<string, unknown>>;
  /** The page with blanked frontmatter, so that offsets and lines stay valid. */
  readonly body: string;
  readonly problems: readonly PageProblem[];
}

/** Astro and others allow blank lines and a byte order mark before it. */
const opening = /^\uFEFF?(\s*)---[ \t]*\r?\n/u;
/** TOML frontmatter of Hugo and Zola. Only strings and lists of strings are read. */
const toml = /^\uFEFF?\+\+\+[ \t]*\r?\n([\s\S]*?)\n?\+\+\+[ \t]*(?=\r?\n|$)/u;
const closing = /(?:^|\n)---[ \t]*(?=\r?\n|$)/gu;

/** A line of YAML that is neither blank nor a comment. */
const saysSomething = /^[ \t]*[^\s#]/mu;

/**
 * Splits frontmatter from the page; the data is empty if there is none. MkDocs treats frontmatter that is not a mapping as text:
 * https://github.com/mkdocs/mkdocs/blob/1.6.1/mkdocs/utils/meta.py (`fieldsOnly`).
 */
export function splitFrontmatter(source: string, { repeatedFields = false, fieldsOnly = false } = {}): SplitPage {
  const tomlMatch = toml.exec(source);
  if (tomlMatch !== null) {
    const end = tomlMatch[0].length;
    const pairs = (tomlMatch[1] ?? '').matchAll(/^(\w+)\s*=\s*["']([^"'\n]*)["']\s*$/gmu);
    const lists = (tomlMatch[1] ?? '').matchAll(/^(\w+)\s*=\s*\[([^[\]]*)\]/gmu);
    const data: Record<string, unknown> = {};
    for (const [, key = '', value = ''] of pairs) data[key] = value;
    for (const [, key = '', list = ''] of lists)
      data[key] = [...list.matchAll(/["']([^"'\n]*)["']/gu)].map(([, value = '']) => value);
    return { data, body: blank(source.slice(0, end)) + source.slice(end), problems: [] };
  }
  const start = startOf(source);
  if (start === undefined) return { data: {}, body: source, problems: [] };
  closing.lastIndex = start - 1;
  const end = closing.exec(source);
  if (end === null) return unclosed(source);
  const bodyStart = end.index + end[0].length;
  const blanked = blank(source.slice(0, bodyStart)) + source.slice(bodyStart);
  const written = source.slice(start, end.index + 1);
  if (fieldsOnly && !saysSomething.test(written)) return { data: {}, body: source, problems: [] };
  const plain = plainFrontmatter(written);
  if (plain !== undefined) return { data: plain, body: blanked, problems: [] };
  return { ...parseYaml(written, !repeatedFields), body: blanked };
}

/** Start of the frontmatter; after blank lines, only if a field follows. */
function startOf(source: string): number | undefined {
  const match = opening.exec(source);
  if (match === null) return undefined;
  const start = match[0].length;
  return match[1] === '' || /^[\w-]+:/u.test(source.slice(start, start + 100)) ? start : undefined;
}

/** An unclosed `---` is a horizontal rule, unless `key: value` follows. */
function unclosed(source: string): SplitPage {
  const looksLikeFrontmatter = /^---[ \t]*\r?\n\s*[\w-]+:\s/u.test(source);
  const problems: PageProblem[] = looksLikeFrontmatter
    ? [
        {
          rule: 'frontmatter-syntax',
          line: 1,
          column: 1,
          message: 'The frontmatter is never closed: a line with only `---` is missing after it.',
        },
      ]
    : [];
  return { data: {}, body: source, problems };
}

/** Values that are quoted strings or flow lists. */
const values = /(?<=[:-]\s+)("(?:[^"\\]|\\[^])*"|'(?:[^']|'')*'|\[[^\]"'#]*\])/gu;

/** js-yaml, which most generators use, allows continuation lines of a value without indentation. */
function parseYaml(text: string, uniqueKeys: boolean): Pick<SplitPage, 'data' | 'problems'> {
  const asWritten = parseStrictly(text, uniqueKeys);
  if (asWritten.problems.length === 0) return asWritten;
  const indented = text.replace(values, (value) => value.replaceAll('\n', `\n${' '.repeat(deepest)}`));
  const again = indented === text ? asWritten : parseStrictly(indented, uniqueKeys);
  return again.problems.length === 0 ? again : asWritten;
}

/** Deeper than any real nesting. */
const deepest = 80;

function parseStrictly(text: string, uniqueKeys: boolean): Pick<SplitPage, 'data' | 'problems'> {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, uniqueKeys, prettyErrors: false, logLevel: 'silent' });
  const problems = document.errors.map((error): PageProblem => {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    return {
      rule: 'frontmatter-syntax',
      line: line + 1,
      column: col,
      message: `The frontmatter is not valid YAML: ${firstSentence(error.message)}`,
    };
  });
  if (problems.length > 0) return { data: {}, problems: problems.slice(0, 1) };
  const value = toJson(document);
  if (value === null || value === undefined) return { data: {}, problems: [] };
  if (typeof value === 'object' && !Array.isArray(value))
    return { data: value as Record<string, unknown>, problems: [] };
  const message = 'The frontmatter must be a list of `key: value` lines.';
  return { data: {}, problems: [{ rule: 'frontmatter-syntax', line: 2, column: 1, message }] };
}

/** Undefined if an alias has no anchor or expands without end, which throws only here. */
function toJson(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

function firstSentence(message: string): string {
  const line = message.split('\n', 1)[0] ?? message;
  return line.endsWith('.') ? line : `${line}.`;
}
