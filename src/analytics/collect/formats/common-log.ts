import { isForwardedChain, peersInWords, type Peers } from './forwarded-chain.ts';
import type { LineHit, LineReader, LogFormat } from './log-format.ts';
import { createCommonLogClock, digits, logTime } from './log-time.ts';

/**
 * The family of nginx and Apache: `common`, `combined`, with the host in front (`vhost_combined`), and with further
 * fields behind, of which a list of addresses is read as `X-Forwarded-For`, a media type as `Accept`, one with its
 * character set as the `Content-Type` of the answer, and a host name as the host. Traefik writes the same.
 */
export const commonLog: LogFormat = {
  name: 'combined',
  description: 'nginx and Apache, common or combined, with or without virtual host',
  createReader: createCommonLogReader,
};

function createCommonLogReader(): LineReader {
  const clock = createCommonLogClock();
  return (line) => {
    if (line === '') return undefined;
    const open = line.indexOf('[');
    const close = line.indexOf(']', open);
    if (open < 4 || close < 0) return { rejected: 'form' };
    const quote = line.indexOf('"', close);
    if (quote < 0) return { rejected: 'form' };
    const requestEnd = quotedEnd(line, quote + 1);
    if (requestEnd < 0) return { rejected: 'form' };

    let timestampMs = clock(line, open + 1);
    if (Number.isNaN(timestampMs)) timestampMs = logTime(line.slice(open + 1, close));
    if (Number.isNaN(timestampMs)) return { rejected: 'time' };

    const status = digits(line, requestEnd + 2, requestEnd + 5);
    if (Number.isNaN(status)) return { rejected: 'form' };
    const space = line.indexOf(' ', quote);
    if (space <= quote + 1 || space >= requestEnd) return { rejected: 'request' };
    const last = line.lastIndexOf(' ', requestEnd);
    const urlEnd = last > space && line.startsWith('HTTP/', last + 1) ? last : requestEnd;
    if (urlEnd === space + 1) return { rejected: 'request' };

    const client = clientOf(line, open);
    const hit: Mutable<LineHit> = {
      source: 'log',
      timestampMs,
      url: unescape(line, space + 1, urlEnd),
      host: client.host,
      ip: client.ip,
      userAgent: undefined,
      method: quote + 4 === space && line.startsWith('GET', quote + 1) ? 'GET' : line.slice(quote + 1, space),
      status,
      accept: undefined,
      contentType: undefined,
      referrer: undefined,
      headers: client.forwarded === undefined ? undefined : { 'x-forwarded-for': client.forwarded },
      eventId: undefined,
    };
    readQuoted(line, requestEnd + 5, hit);
    return { hit };
  };
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** The words before the time: `ip ident user`, or `host[:port] ip ident user`; a user may hold spaces. */
function clientOf(line: string, open: number): Peers & { readonly host: string | undefined } {
  const first = line.indexOf(' ');
  // No host in front of an address is followed by the dash of the client's identity.
  const plain =
    line.startsWith(' - ', first) && line.charCodeAt(first - 1) !== 44 && !line.slice(0, first).includes(',');
  return plain
    ? { ip: line.slice(0, first), forwarded: undefined, host: undefined }
    : peersInWords(line.slice(0, open));
}

/** Referrer, user agent and what a custom format put behind them. */
function readQuoted(line: string, start: number, hit: Mutable<LineHit>): void {
  let position = 0;
  let last = start;
  let quote = line.indexOf('"', start);
  while (quote >= 0) {
    const end = quotedEnd(line, quote + 1);
    if (end < 0) return;
    last = end;
    const text = end === quote + 2 && line.charCodeAt(quote + 1) === 45 ? '' : unescape(line, quote + 1, end);
    if (text !== '') {
      if (position === 0) hit.referrer = text;
      else if (position === 1) hit.userAgent = text;
      else readExtra(text, hit);
    }
    position += 1;
    quote = line.indexOf('"', end + 1);
  }
  // Not everybody quotes what stands at the end.
  if (position > 0 && last + 8 < line.length) readForwarded(line.slice(last + 1).trim(), hit);
}

function readForwarded(text: string, hit: Mutable<LineHit>): boolean {
  if (!isForwardedChain(text)) return false;
  hit.headers = { ...hit.headers, 'x-forwarded-for': text };
  return true;
}

const mediaType = /^(\*|[a-z]+)\/(\*|[a-z0-9.+-]+)([,;]|$)/;
/** Clients name the character set of what they want elsewhere, in `Accept-Charset`. */
const contentType = /^[a-z]+\/[a-z0-9.+-]+ *; *charset=/i;
const hostName = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/i;

function readExtra(text: string, hit: Mutable<LineHit>): void {
  if (readForwarded(text, hit)) return;
  if (contentType.test(text)) hit.contentType ??= text;
  else if (mediaType.test(text)) hit.accept ??= text;
  else if (hostName.test(text)) hit.host ??= text;
}

/** Index of the quote that ends a quoted text; both servers write a quote inside as `\"` or `\x22`. */
function quotedEnd(line: string, start: number): number {
  let end = line.indexOf('"', start);
  while (end > 0 && line.charCodeAt(end - 1) === 92 && !isEscaped(line, start, end - 1))
    end = line.indexOf('"', end + 1);
  return end;
}

/** True when the backslash at `index` is itself escaped. */
function isEscaped(line: string, start: number, index: number): boolean {
  let count = 0;
  for (let before = index - 1; before >= start && line.charCodeAt(before) === 92; before -= 1) count += 1;
  return count % 2 === 1;
}

function unescape(line: string, start: number, end: number): string {
  const text = line.slice(start, end);
  return text.includes('\\') ? unescapeText(text) : text;
}

/** `\"`, `\\` and runs of `\xHH`, which are bytes of UTF-8. */
function unescapeText(text: string): string {
  return text.replace(
    /(?:\\x[0-9a-fA-F]{2})+|\\(["\\])/g,
    (escape, character: string | undefined) =>
      character ?? Buffer.from(escape.replaceAll('\\x', ''), 'hex').toString('utf8'),
  );
}
