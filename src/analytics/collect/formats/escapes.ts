import { isUtf8 } from 'node:buffer';

/** Index of the quote that ends a quoted text; servers write a quote inside as `\"` or `\x22`. */
export function quotedEnd(line: string, start: number): number {
  let end = line.indexOf('"', start);
  while (end > start && line.charCodeAt(end - 1) === 92 && !isEscaped(line, start, end - 1))
    end = line.indexOf('"', end + 1);
  return end;
}

/** True when the backslash at `index` is itself escaped. */
function isEscaped(line: string, start: number, index: number): boolean {
  let count = 0;
  for (let before = index - 1; before >= start && line.charCodeAt(before) === 92; before -= 1) count += 1;
  return count % 2 === 1;
}

/** Undoes `\"`, `\\` and runs of `\xHH`. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /(?:\\x[0-9a-fA-F]{2})+|\\(["\\])/g,
    (escape, character: string | undefined) =>
      character ?? bytesAsText(Buffer.from(escape.replaceAll('\\x', ''), 'hex')),
  );
}

/** Undoes runs of `#HH`, as HAProxy writes what it cannot show. */
export function hashDecoded(text: string): string {
  if (!text.includes('#')) return text;
  return text.replace(/(?:#[0-9A-F]{2})+/g, (escape) => bytesAsText(Buffer.from(escape.replaceAll('#', ''), 'hex')));
}

/**
 * UTF-8, with each byte that is none as a lone surrogate (U+DC00 and the byte), as Python's `surrogateescape` does: it hashes like
 * U+FFFD and still says which byte it was.
 */
export function bytesAsText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!text.includes('\ufffd') || isUtf8(bytes)) return text;
  const parts: string[] = [];
  for (let start = 0; start < bytes.length;) {
    const length = sequenceLength(bytes, start);
    parts.push(
      length > 0 ? bytes.toString('utf8', start, start + length) : String.fromCharCode(0xdc00 + (bytes[start] ?? 0)),
    );
    start += length || 1;
  }
  return parts.join('');
}

/** Bytes of the character that begins there; 0 when none does. */
function sequenceLength(bytes: Buffer, start: number): number {
  const first = bytes[start] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  return length > 0 && isUtf8(bytes.subarray(start, start + length)) ? length : 0;
}

/** The bytes that are no UTF-8 as a URL writes them. */
export function percentEncodedBytes(text: string): string {
  if (text.isWellFormed()) return text;
  return text
    .replaceAll(/[\udc80-\udcff]/g, (byte) => `%${(byte.charCodeAt(0) - 0xdc00).toString(16).toUpperCase()}`)
    .toWellFormed();
}
