import { addressKey, isPrivate } from '../../../http/address.ts';
import { quotedEnd, unescaped } from './escapes.ts';
import { isForwardedChain, peersInWords, type Peers } from './forwarded-chain.ts';
import type { LineHit, LineReader, LineReading, LogFormat } from './log-format.ts';
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
    let open = line.indexOf('[');
    let quote = -1;
    let timestampMs = Number.NaN;
    // Users and addresses may hold brackets; only the time is followed by the request.
    for (let tries = 0; open >= 0 && tries < mostBrackets; tries += 1) {
      const close = line.indexOf(']', open);
      quote = close < 0 ? -1 : line.indexOf('"', close);
      if (quote < 0) break;
      const next = quote === close + 2 ? -1 : line.indexOf('[', close);
      if (next < 0 || next > quote) {
        timestampMs = clock(line, open + 1);
        if (Number.isNaN(timestampMs)) timestampMs = logTime(line.slice(open + 1, close));
        break;
      }
      open = next;
    }
    if (open < 4 || quote < 0) return misfit(Math.max(0, open), 'an address, and a time in brackets before a request');
    if (Number.isNaN(timestampMs)) {
      // Error logs have brackets, too.
      const share = clientOf(line, open) === undefined ? 0 : 0.4;
      return { rejected: 'time', column: open + 2, expected: 'a time', share };
    }
    const requestEnd = quotedEnd(line, quote + 1);
    if (requestEnd < 0) return misfit(line.length, 'the quote behind the request', 0.6);
    const status = digits(line, requestEnd + 2, requestEnd + 5);
    const behind = line.charCodeAt(requestEnd + 5);
    if (Number.isNaN(status) || line.charCodeAt(requestEnd + 1) !== 32 || !(behind === 32 || Number.isNaN(behind)))
      return misfit(requestEnd + 1, 'a status of three digits', 0.9);
    const space = line.indexOf(' ', quote);
    if (space <= quote + 1 || space >= requestEnd)
      return { rejected: 'request', column: quote + 2, expected: 'a method and a path', share: 0.9 };
    const last = line.lastIndexOf(' ', requestEnd);
    const urlEnd = last > space && line.startsWith('HTTP/', last + 1) ? last : requestEnd;
    if (urlEnd === space + 1) return { rejected: 'request', column: space + 2, expected: 'a path', share: 0.9 };

    const client = clientOf(line, open);
    if (client === undefined) return misfit(0, 'an address, or a host and an address');
    const hit: Mutable<LineHit> = {
      source: 'log',
      timestampMs,
      url: unescaped(line.slice(space + 1, urlEnd)),
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

const mostBrackets = 8;

function misfit(index: number, expected: string, share = 0): LineReading {
  return { rejected: 'form', column: index + 1, expected, share };
}

/** The words before the time: `ip ident user`, or `host[:port] ip ident user`; a user may hold spaces. */
function clientOf(line: string, open: number): (Peers & { readonly host: string | undefined }) | undefined {
  const first = line.indexOf(' ');
  // No host in front of an address is followed by the dash of the client's identity.
  const plain =
    line.startsWith(' - ', first) && line.charCodeAt(first - 1) !== 44 && !line.slice(0, first).includes(',');
  // OpenLiteSpeed puts the line in quotes.
  const start = line.charCodeAt(0) === 34 ? 1 : 0;
  if (plain) return { ip: line.slice(start, first), forwarded: undefined, host: undefined };
  const peers = peersInWords(line.slice(0, open));
  const isClient = peers.ip !== undefined && (peers.ip === 'unknown' || addressKey(peers.ip) !== undefined);
  return isClient && (peers.host === undefined || hostInFront.test(peers.host)) ? peers : undefined;
}

const hostInFront = /^[\w.*~^-]+(:\d*)?$/;

/** Referrer, user agent and what a custom format put behind them. */
function readQuoted(line: string, start: number, hit: Mutable<LineHit>): void {
  let position = 0;
  let last = start;
  let quote = line.indexOf('"', start);
  while (quote >= 0) {
    const end = quotedEnd(line, quote + 1);
    if (end < 0) return;
    last = end;
    const text = end === quote + 2 && line.charCodeAt(quote + 1) === 45 ? '' : unescaped(line.slice(quote + 1, end));
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
  if (!isForwardedChain(text) || isUpstream(text)) return false;
  hit.headers = { ...hit.headers, 'x-forwarded-for': text };
  return true;
}

/** A private address with a port is whom the server asked, not who asked it. */
function isUpstream(text: string): boolean {
  const key = text.includes(':') && !text.includes(',') ? addressKey(text) : undefined;
  return key !== undefined && isPrivate(key) && /^[0-9.]+:\d+$|\]:\d+$/.test(text);
}

const mediaType = /^(\*|[a-z]+)\/(\*|[a-z0-9.+-]+)([,;]|$)/;
/** Clients name the character set of what they want elsewhere, in `Accept-Charset`. */
const contentType = /^[a-z]+\/[a-z0-9.+-]+ *; *charset=/i;
const hostName = /^(?=.{4,253}$)([a-z0-9-]{1,63}\.)+([a-z]{2,24}|xn--[a-z0-9-]{1,59})(:\d+)?$/;

function readExtra(text: string, hit: Mutable<LineHit>): void {
  if (readForwarded(text, hit)) return;
  if (contentType.test(text)) hit.contentType ??= text;
  else if (mediaType.test(text)) hit.accept ??= text;
  else if (hostName.test(text)) hit.host ??= text;
}
