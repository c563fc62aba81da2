import { createColumnReader } from './column-log.ts';
import { readJsonLine } from './json-log.ts';
import { createTemplateReader, templateParts, type TemplatePart } from './line-template.ts';
import type { LineReader, LogFormat } from './log-format.ts';
import { readNamedRecord, valueAt, type NamedRecord } from './named-record.ts';

/**
 * The format that a server's own configuration describes: nginx `log_format`, Apache `LogFormat`, `#Fields:` of W3C, or a JSON
 * object from our names (`time`, `ip`, `url`, `status`, `userAgent`, ...) to the keys of JSON lines. Undefined for anything else.
 */
export function describedFormat(text: string): LogFormat | undefined {
  const createReader = readerOf(withoutDirective(text.trim()).replaceAll('\\t', '\t'));
  return createReader && { name: 'described', description: 'the format that --format describes', createReader };
}

/** A format as configuration files hold it: the directive, then the text in quotes, perhaps in several pieces. */
function withoutDirective(text: string): string {
  if (/^log_format\s/.test(text)) {
    const pieces = [...text.matchAll(/'([^']*)'|"([^"]*)"/g)];
    return pieces.map(([, single, double]) => single ?? double ?? '').join('');
  }
  const directive = /^(?:Log|Custom)Format\s/i.exec(text) ?? /^CustomLog\s+\S+\s/i.exec(text);
  if (!directive) return text;
  const quoted = /"((?:[^"\\]|\\.)*)"/.exec(text.slice(directive[0].length));
  return (quoted?.[1] ?? '').replaceAll('\\"', '"').replaceAll('\\\\', '\\');
}

function readerOf(text: string): (() => LineReader) | undefined {
  if (text.startsWith('#Fields:')) {
    return () => createColumnReader({ header: text.slice(8) });
  }
  if (text.startsWith('{')) {
    const keys = keysOf(text);
    return keys && (() => createKeyReader(keys));
  }
  const parts = joinNeighbours(
    /%[!\d,<>{a-zA-Z]/.test(text) && !text.includes('$') ? apacheParts(text) : templateParts(text),
  );
  const names = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  return names.length < 3 ? undefined : () => createTemplateReader(parts);
}

/** From our names to keys; or, in a JSON `log_format` of nginx, from its variables to keys. */
function keysOf(text: string): Readonly<Record<string, string>> | undefined {
  const isTemplate = text.includes('$');
  let value: unknown;
  try {
    // Numbers stand there without quotes.
    value = JSON.parse(isTemplate ? text.replaceAll(/([:,[]\s*)(\$\w+)/g, '$1"$2"') : text);
  } catch {
    return undefined;
  }
  const pairs = Object.entries(value as object).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  if (!isTemplate) return Object.fromEntries(pairs);
  return Object.fromEntries(pairs.map(([key, template]) => [nameOf(template), key]));
}

/** The value that a text of nginx stands for; one of several variables is an address of a page or nothing that we read. */
function nameOf(template: string): string {
  if (/^\$\{?\w+\}?$/.test(template)) return template.replaceAll(/[${}]/g, '');
  return /\$\{?(request_)?uri\b/.test(template) ? 'url' : 'unused';
}

function createKeyReader(keys: Readonly<Record<string, string>>): LineReader {
  const read = (record: NamedRecord) =>
    readNamedRecord(Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, valueAt(record, key)])), {
      source: 'log',
    });
  return (line) => readJsonLine(line, read);
}

/** What the letters of Apache's directives are in our records; all others are read over. */
const apacheNames: Readonly<Record<string, string>> = {
  h: 'remote_host',
  a: 'remote_addr',
  u: 'remote_user',
  r: 'request',
  m: 'request_method',
  U: 'uri',
  q: 'cs-uri-query',
  s: 'status',
  b: 'body_bytes_sent',
  B: 'body_bytes_sent',
  O: 'bytes_sent',
  v: 'server_name',
  V: 'server_name',
};

function apacheParts(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let literalStart = 0;
  for (const match of text.matchAll(/%(?:!?\d{3}(?:,\d{3}){0,9})?[<>]?(?:\{([^}]{0,80})\})?(\^?[a-zA-Z]{1,2}|%)/g)) {
    const [directive, argument, word = ''] = match;
    const isLong = word.startsWith('^');
    const letter = isLong ? word : word.slice(0, 1);
    parts.push(text.slice(literalStart, match.index));
    literalStart = match.index + directive.length - (word.length - letter.length);
    if (letter === '%') parts.push('%');
    else if (letter === 't' && argument === undefined) parts.push('[', { name: 'time_local' }, ']');
    else if (letter === 't') parts.push({ name: 'time' });
    else if (letter === 'i') parts.push({ name: `http_${variableOf(argument)}` });
    else if (letter === 'o') parts.push({ name: `sent_http_${variableOf(argument)}` });
    else parts.push({ name: apacheNames[letter] ?? 'unused' });
  }
  parts.push(text.slice(literalStart));
  return joinLiterals(parts.map((part) => (typeof part === 'string' ? part.replaceAll('\\"', '"') : part)));
}

function variableOf(header: string | undefined): string {
  return (header ?? '').toLowerCase().replaceAll('-', '_');
}

function joinLiterals(parts: readonly TemplatePart[]): TemplatePart[] {
  const joined: TemplatePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part === '') continue;
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}

const hostNames = new Set(['host', 'http_host', 'server_name']);

/**
 * Values with nothing between them are one: an address of a page (`$uri$is_args$args`), or one with its host (`$host$request_uri`).
 * A time in several pieces is one, too.
 */
function joinNeighbours(parts: readonly TemplatePart[]): TemplatePart[] {
  const joined: TemplatePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const before = joined.at(-2);
    if (typeof part === 'string' || last === undefined) joined.push(part);
    else if (typeof last !== 'string') {
      if (hostNames.has(last.name)) joined[joined.length - 1] = { name: 'url' };
    } else if (part.name === 'time' && typeof before === 'object' && before.name === 'time' && last.length === 1) {
      joined.pop();
    } else joined.push(part);
  }
  return joined;
}
