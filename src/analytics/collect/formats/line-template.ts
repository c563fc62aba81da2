import { addressKey } from '../../../http/address.ts';
import { hashDecoded, quotedEnd, unescaped } from './escapes.ts';
import { isForwardedChain } from './forwarded-chain.ts';
import type { LineReader, Misfit } from './log-format.ts';
import { logTime } from './log-time.ts';
import { createNamedRecordReader, withoutPort } from './named-record.ts';

/** What a line is made of: text that stands there as it is, or a value by the name that a record has for it. */
export type TemplatePart = string | { readonly name: string; readonly escapes?: Escapes };

interface Shape {
  readonly words: string;
  readonly fits: (text: string) => boolean;
}

/** `$name` and `${name}` of nginx; everything else stands in the line as it is. */
export function templateParts(text: string): TemplatePart[] {
  return text
    .split(/(\$\{\w+\}|\$\w+)/)
    .map((part, index) => (index % 2 === 0 ? part : { name: part.replaceAll(/[${}]/g, '') }))
    .filter((part) => part !== '');
}

const isNumber = (text: string) => /^-?[0-9.]*$/.test(text);
/** Without a response, Envoy writes 0 and HAProxy -1. */
const isStatus = (text: string) => /^(-1|-|0|\d{3})$/.test(text);
const address: Shape = {
  words: 'an IP address',
  fits: (text) => text === '-' || text === 'unix:' || addressKey(text) !== undefined,
};
/** Numbers before 2001 are no times: `20` is a day. */
const time: Shape = { words: 'a time', fits: (text) => !/^\d{1,9}$/.test(text) && !Number.isNaN(logTime(text)) };
const hostShape: Shape = { words: 'a host', fits: (text) => !text.includes(' ') };
const count: Shape = { words: 'a number', fits: isNumber };
/** What proves a value by itself; all others are any text. */
const shapes: Readonly<Record<string, Shape>> = {
  status: { words: 'a status of three digits', fits: isStatus },
  remote_addr: address,
  forwarded_host: {
    words: 'an IP address or a list of them',
    fits: (text) => text === '-' || isForwardedChain(text),
  },
  client_ip: address,
  client_endpoint: { words: 'an IP address with a port', fits: (text) => addressKey(withoutPort(text)) !== undefined },
  time_local: time,
  time_iso8601: time,
  time,
  msec: { words: 'seconds or milliseconds since 1970', fits: (text) => text !== '-' && isNumber(text) },
  body_bytes_sent: count,
  bytes_sent: count,
  request_length: count,
  request_time: count,
  server_port: count,
  remote_port: count,
  server_name: hostShape,
  host: hostShape,
  http_host: hostShape,
  load_balancer: {
    words: 'http, https, h2, grpcs, ws or wss',
    fits: (text) => /^(?:https?|h2|grpcs|wss?)$/.test(text),
  },
  owner: { words: 'the id of an owner', fits: (text) => /^(?:[0-9a-f]{4,64}|-)$/.test(text) },
  request_method: { words: 'a method', fits: (text) => /^[A-Z-]+$/.test(text) },
  request: {
    words: 'a method, a path and HTTP',
    fits: (text) => / HTTP\/[0-9.]{1,8}$/.test(text.slice(-16)) || text === '-',
  },
};
const anyText: Shape = { words: 'a value', fits: () => true };

/** Longest value whose shape is tested, in characters, so that a test stays quick. Requests are tested from their end. */
const longestShaped = 1000;

/** A value that is proven by its shape may hold its separator so often, as times do, which are taken as long as they fit. */
const longestSearch = 8;

/**
 * How a server escapes quotes inside quotes: `\"` or `\x22`, HAProxy's `#22`, or not at all. `args` is a URL to which nginx
 * appends a dash if it has no query.
 */
export type Escapes = 'backslash' | 'args' | 'hash' | 'none';

const decoders: Readonly<Record<Escapes, (text: string) => string>> = {
  backslash: unescaped,
  args: (text) => unescaped(text.includes('?') ? text : text.replace(/-$/, '')),
  hash: hashDecoded,
  none: (text) => text,
};

function quoted(literal: string): string {
  return literal.includes('"') ? `'${literal}'` : `"${literal}"`;
}

/** Reads lines of exactly this form. */
export function createTemplateReader(template: readonly TemplatePart[], escapes: Escapes = 'backslash'): LineReader {
  const match = createMatcher(template, escapes);
  const read = createNamedRecordReader({ source: 'log' });
  return (line) => {
    if (line === '') return undefined;
    const matched = match(line);
    if (matched.record === undefined) return { rejected: 'form', ...matched };
    return read(matched.record);
  };
}

type Match = { readonly record: Record<string, string> } | ({ readonly record?: never } & Misfit);

/**
 * Values end where the next literal begins. One without a shape takes more text when what follows does not fit; only the last
 * such value does, since whatever an earlier one could leave to it, it could take itself. So time grows with the length of the line.
 */
function createMatcher(template: readonly TemplatePart[], escapes: Escapes): (line: string) => Match {
  return (line) => {
    const values: string[] = [];
    let index = 0;
    let from = 0;
    /** Where the first attempt failed, before values were made longer. */
    let misfit: Misfit | undefined;
    let position = 0;
    /** Where the last value without a shape may go on. */
    let retry: { readonly index: number; readonly start: number; readonly from: number } | undefined;

    function fail(at: number, expected: string): boolean {
      misfit ??= { column: at + 1, expected, share: index / template.length };
      return false;
    }

    function take(): boolean {
      const part = template[index];
      if (part === undefined) return false;
      if (typeof part === 'string') {
        if (!line.startsWith(part, position)) return fail(position, quoted(part));
        position += part.length;
        return true;
      }
      const next = template[index + 1];
      const before = template[index - 1];
      const shape = shapes[part.name] ?? anyText;
      const isQuoted =
        /^(?:backslash|args)$/.test(part.escapes ?? escapes) &&
        typeof next === 'string' &&
        next.startsWith('"') &&
        typeof before === 'string' &&
        before.endsWith('"');
      if (isQuoted) {
        const end = quotedEnd(line, position);
        if (end < 0) {
          retry = undefined;
          return fail(line.length, 'a closing quote');
        }
        const value = line.slice(position, end);
        if (part.name !== 'request' && !shape.fits(value)) return fail(position, shape.words);
        values[index] = value;
        position = end;
        return true;
      }
      const separator = typeof next === 'string' ? next : '';
      let end = from;
      let fit = -1;
      const isBounded = shape !== anyText && part.name !== 'request';
      const mostTries = shape === anyText ? 1 : longestSearch;
      for (let tries = mostTries; tries > 0; tries -= 1) {
        end = separator === '' ? line.length : line.indexOf(separator, end);
        // It is not there at all any more, however long the values before it are.
        if (end < 0 && tries === mostTries) retry = undefined;
        if (end < 0) break;
        const isShort = !isBounded || end - position <= longestShaped;
        if (isShort && shape.fits(line.slice(position, end))) fit = end;
        if (separator === '' || (fit >= 0 && shape !== time)) break;
        end += 1;
      }
      if (fit >= 0) {
        if (shape === anyText) retry = { index, start: position, from: fit + 1 };
        values[index] = line.slice(position, fit);
        position = fit;
        return true;
      }
      if (shape === anyText) return fail(position, separator === '' ? shape.words : quoted(separator));
      // A value that fits when it ends at a space was not followed by what should stand there.
      const space = line.indexOf(' ', position);
      const word = line.slice(position, space < 0 ? line.length : space);
      const isAlone = word.length <= longestShaped && shape.fits(word) && word !== '';
      return isAlone && separator !== ''
        ? fail(position + word.length, quoted(separator))
        : fail(position, shape.words);
    }

    for (;;) {
      const isComplete = index === template.length;
      if (isComplete && position === line.length) break;
      if (isComplete) fail(position, 'the end of the line');
      if (!isComplete && take()) {
        index += 1;
        from = position;
        continue;
      }
      if (retry === undefined || retry.from > line.length || retry.index === template.length - 1)
        return misfit ?? { column: 1, expected: 'a value' };
      ({ index, from, start: position } = retry);
      retry = undefined;
    }
    const record: Record<string, string> = {};
    for (const [place, part] of template.entries()) {
      if (typeof part !== 'string') record[part.name] ??= decoders[part.escapes ?? escapes](values[place] ?? '');
    }
    return { record };
  };
}
