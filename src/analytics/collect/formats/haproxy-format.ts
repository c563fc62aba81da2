import type { TemplatePart } from './line-template.ts';

/** The variables of a `log-format` that we use; all others are skipped. */
const variables: Readonly<Record<string, string>> = {
  ci: 'client_ip',
  t: 'time',
  tr: 'time',
  T: 'time',
  Tl: 'time',
  trg: 'time',
  trl: 'time',
  Ts: 'msec',
  HM: 'request_method',
  HU: 'request_uri',
  HP: 'request_path',
  HPO: 'request_path',
  HQ: 'marked_query',
  r: 'request',
  ST: 'status',
};
/** Numbers and dates, which HAProxy never quotes. */
const unquotedVariable = /^(?:t|tr|T|Tl|trg|trl|Ts|ST|[A-Z]?[a-z]?c|cp|sp|fp|bp|B|U|ms|pid|rt|sq|bq|T[a-zA-Z]+)$/;

const expressions: readonly (readonly [RegExp, string])[] = [
  [/^src$/, 'client_ip'],
  [/^method$/, 'request_method'],
  [/^url$|^pathq$|^capture\.req\.uri$/, 'request_uri'],
  [/^path$/, 'request_path'],
  [/^query$/, 'query_string'],
  [/^status$/, 'status'],
  [/^date$/, 'msec'],
];

function nameOf(alias: string | undefined, expression: string): string {
  if (alias !== undefined) return variables[alias] ?? 'unused';
  const variable = /^var\(\w+\.([\w.-]+)/.exec(expression)?.[1];
  if (variable !== undefined) return variable;
  const header = /^req\.f?hdr(?:_ip)?\(["']?([\w-]+)/i.exec(expression)?.[1];
  if (header !== undefined) return `http_${header.toLowerCase().replaceAll('-', '_')}`;
  const [fetched = ''] = expression.split(',');
  return expressions.find(([pattern]) => pattern.test(fetched))?.[1] ?? 'unused';
}

/** Whether a text is a `log-format`: it has variables, sample expressions or flags that only HAProxy has. */
export function isHaproxyFormat(text: string): boolean {
  return /%(?:\([\w:-]{0,60}\))?(?:\{[+-][^}]{0,40}\})?(?:\[|(?:ci|ST|HM|HU|HP|tr|hr|ft|tsc)\b|o\b)/.test(text);
}

/**
 * The parts of a `log-format`, with or without the backslashes of a configuration file. HAProxy encodes variables (`#22`), but
 * sample expressions only with the flag `E`. An item's name, as in `%(user_agent)[…]`, names its value.
 */
export function haproxyParts(text: string): TemplatePart[] {
  const format = text.replaceAll(/\\([ "\\])/g, '$1');
  const parts: TemplatePart[] = [];
  let start = 0;
  let isQuotedByDefault = false;
  for (const match of format.matchAll(
    /%(?:\(([\w-]*)(?::\w*)?\))?(?:\{([^}]{0,40})\})?(?:\[([^\]]{0,200})\]|([a-zA-Z]+)|%) ?/g,
  )) {
    const [found, item = '', flags = '', expression = '', alias] = match;
    const end = found.endsWith(' ') && alias !== 'o' ? found.length - 1 : found.length;
    parts.push(format.slice(start, match.index));
    start = match.index + end;
    const isQuoted: boolean = flags.includes('-Q') ? false : flags.includes('+Q') || isQuotedByDefault;
    if (found.startsWith('%%')) parts.push('%');
    else if (alias === 'o') isQuotedByDefault = isQuoted;
    else {
      const quote = isQuoted && (alias === undefined || !unquotedVariable.test(alias)) ? '"' : '';
      const escapes = alias !== undefined ? 'hash' : flags.includes('+E') ? 'backslash' : 'none';
      parts.push(quote, { name: item === '' ? nameOf(alias, expression) : item, escapes }, quote);
    }
  }
  parts.push(format.slice(start));
  return parts;
}
