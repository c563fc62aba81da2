import { createColumnReader } from './column-log.ts';
import { envoyParts, isEnvoyFormat } from './envoy-format.ts';
import { hashDecoded } from './escapes.ts';
import { haproxyParts, isHaproxyFormat } from './haproxy-format.ts';
import { readJsonLine } from './json-log.ts';
import { createTemplateReader, templateParts, type Escapes, type TemplatePart } from './line-template.ts';
import type { LineReader, LogFormat } from './log-format.ts';
import { createNamedRecordReader, valueAt, type NamedRecord } from './named-record.ts';

/**
 * A format from a server's configuration: nginx `log_format`, Apache `LogFormat`, HAProxy `log-format`, Envoy, Fastly, W3C
 * `#Fields:`, or a JSON object that maps our names (`time`, `ip`, `url`, ...) to keys. Undefined for anything else.
 */
export function describedFormat(text: string): LogFormat | undefined {
  const directive = text.trim();
  const isRaw = /^log_format\s+\S+\s+escape=none\s/.test(directive);
  const createReader = readerOf(plainExpressions(withoutDirective(directive)).replaceAll('\\t', '\t'), isRaw);
  return (
    createReader && {
      name: 'described',
      description: 'the format that --format describes',
      holdsAnyText: true,
      createReader,
    }
  );
}

/** A format as configuration files hold it: the directive, then the text in quotes, perhaps in several pieces. */
function withoutDirective(text: string): string {
  const haproxyDirective = /^log-format\s+/.exec(text);
  if (haproxyDirective) return text.slice(haproxyDirective[0].length).replace(/^"(.*)"$|^'(.*)'$/s, '$1$2');
  if (/^log_format\s/.test(text)) {
    const pieces = [...text.matchAll(/'([^']*)'|"([^"]*)"/g)];
    return pieces.map(([, single, double]) => single ?? double ?? '').join('');
  }
  const directive = /^(?:Log|Custom)Format\s/i.exec(text) ?? /^CustomLog\s+\S+\s/i.exec(text);
  if (!directive) return text;
  const quoted = /"((?:[^"\\]|\\.){0,4000})"/.exec(text.slice(directive[0].length));
  return (quoted?.[1] ?? '').replaceAll('\\"', '"').replaceAll('\\\\', '\\');
}

/** Fastly's VCL expressions contain braces and quotes, which are replaced here. */
function plainExpressions(text: string): string {
  return text.replaceAll(
    /%\{((?:\\.|\{"[^"]{0,80}"\}|[^\\{}]){0,300})\}V/g,
    (_, expression: string) => `%{${expression.replaceAll(/[^\w.-]+/g, ' ')}}V`,
  );
}

/** `isRaw` stands for nginx's `escape=none`, which writes neither escapes nor a dash for an empty value. */
function readerOf(text: string, isRaw: boolean): (() => LineReader) | undefined {
  if (text.startsWith('#Fields:')) {
    return () => createColumnReader({ header: text.slice(8) });
  }
  if (text.startsWith('{')) {
    const keys = keysOf(text);
    return keys && (() => createKeyReader(keys, dialectOf(text)));
  }
  const dialect = dialectOf(text);
  const written = partsOf(text, dialect);
  const parts = isRaw ? written.map((part) => (typeof part === 'string' ? part : { name: part.name })) : written;
  const names = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  return names.length < 3 ? undefined : () => createTemplateReader(parts, isRaw ? 'none' : dialect.escapes);
}

/** How a server writes its formats. */
interface Dialect {
  readonly parts: (text: string) => TemplatePart[];
  readonly escapes: Escapes;
}

const dialects = {
  nginx: { parts: templateParts, escapes: 'backslash' },
  apache: { parts: apacheParts, escapes: 'backslash' },
  haproxy: { parts: haproxyParts, escapes: 'hash' },
  envoy: { parts: envoyParts, escapes: 'none' },
} as const satisfies Record<string, Dialect>;

function dialectOf(text: string): Dialect {
  if (isEnvoyFormat(text)) return dialects.envoy;
  if (text.includes('$') || !/%[!\d,<>{[(a-zA-Z]/.test(text)) return dialects.nginx;
  return isHaproxyFormat(text) ? dialects.haproxy : dialects.apache;
}

function partsOf(text: string, dialect: Dialect): TemplatePart[] {
  return joinNeighbours(joinLiterals(dialect.parts(text)));
}

/** Maps our names, or the variables of a server's JSON format, to keys. */
function keysOf(text: string): Readonly<Record<string, string>> | undefined {
  const isTemplate = /[$%]/.test(text);
  let value: unknown;
  try {
    // Numbers stand there without quotes.
    value = JSON.parse(
      isTemplate
        ? text.replaceAll(/([:,[]\s{0,20})([$%](?:\{[^}]{0,100}\}|[^\s,"{}]){0,100})(?=\s{0,20}[,}\]])/g, '$1"$2"')
        : text,
    );
  } catch {
    return undefined;
  }
  const pairs = Object.entries(value as object).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  if (!isTemplate) return Object.fromEntries(pairs);
  const dialect = dialectOf(text);
  return Object.fromEntries(pairs.map(([key, template]) => [nameOf(template, dialect), key]));
}

/** The name of a template's value. With several variables, the value is a URL or unused. */
function nameOf(template: string, dialect: Dialect): string {
  const parts = partsOf(template, dialect);
  const named = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  const [first = 'unused'] = named;
  // Seconds may be followed by their fraction.
  if (parts.length === 1 || first === 'msec') return first;
  return named.some((name) => urlNames.has(name)) ? 'url' : 'unused';
}

function createKeyReader(keys: Readonly<Record<string, string>>, { escapes }: Dialect): LineReader {
  const pairs = Object.entries(keys);
  const read = createNamedRecordReader({ source: 'log' });
  const named = (record: NamedRecord) =>
    Object.fromEntries(
      pairs.map(([name, key]) => {
        const value = valueAt(record, key);
        return [
          name,
          escapes === 'hash' && urlNames.has(name) && typeof value === 'string' ? hashDecoded(value) : value,
        ];
      }),
    );
  return (line) => readJsonLine(line, (record) => read(named(record)));
}

/** What the letters of Apache's directives are in our records; all others are read over. */
const apacheNames: Readonly<Record<string, string>> = {
  h: 'remote_host',
  a: 'remote_addr',
  u: 'remote_user',
  r: 'request',
  m: 'request_method',
  U: 'uri',
  q: 'marked_query',
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
  for (const match of text.matchAll(/%(?:!?\d{3}(?:,\d{3}){0,9})?[<>]?(?:\{([^}]{0,300})\})?(\^?[a-zA-Z]{1,2}|%)/g)) {
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
    else if (letter === 'V') parts.push({ name: vclNameOf(argument ?? '') });
    else parts.push({ name: apacheNames[letter] ?? 'unused' });
  }
  parts.push(text.slice(literalStart));
  return parts.map((part) => (typeof part === 'string' ? part.replaceAll('\\"', '"') : part));
}

/** For Fastly's `%{…}V`, which holds any VCL expression. */
function vclNameOf(expression: string): string {
  const header = /req\.http\.([\w-]+)/i.exec(expression)?.[1];
  if (header !== undefined) return `http_${variableOf(header)}`;
  return vclNames.find(([pattern]) => pattern.test(expression))?.[1] ?? 'unused';
}

const vclNames: readonly (readonly [RegExp, string])[] = [
  [/\btime\.start|\bnow\b/, 'time'],
  [/\bclient\.ip\b/, 'remote_addr'],
  [/\breq\.(?:method|request)\b/, 'request_method'],
  [/\breq\.url\b/, 'request_uri'],
  [/\bresp\.status\b/, 'status'],
];

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
const addressNames = new Set(['client_ip', 'remote_addr']);
const urlNames = new Set(['uri', 'request_uri', 'request_path', 'url']);

/**
 * Values with nothing between them are one: an address of a page (`$uri$is_args$args`), or one with its host (`$host$request_uri`).
 * A time in several pieces is one, too, and an address with its port.
 */
function joinNeighbours(parts: readonly TemplatePart[]): TemplatePart[] {
  const joined: TemplatePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const before = joined.at(-2);
    if (typeof part === 'string' || last === undefined) joined.push(part);
    else if (typeof last !== 'string') {
      const name = hostNames.has(last.name) ? 'url' : last.name;
      const isDashed = part.name === 'args' || part.name === 'query_string';
      joined[joined.length - 1] = isDashed ? { name, escapes: 'args' } : { ...last, name };
    } else if (part.name === 'time' && typeof before === 'object' && before.name === 'time' && last.length === 1) {
      joined.pop();
    } else if (last === ':' && typeof before === 'object' && addressNames.has(before.name)) {
      joined.splice(-2, 2, { name: 'client_endpoint' });
    } else joined.push(part);
  }
  return joined;
}
