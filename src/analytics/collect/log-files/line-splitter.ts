import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { bytesAsText } from '../formats/escapes.ts';

/** Longest line that is read, in bytes. */
export const longestLine = 65_536;

/** Takes chunks of bytes as they come and gives whole lines. Bytes that are not UTF-8 become lone surrogates. */
export interface LineSplitter {
  /** The lines that end in this chunk, without their ends; `undefined` stands for one that is too long. */
  push(chunk: Buffer): (string | undefined)[];
  /** What stands behind the last line end; empty when nothing does. */
  rest(): string | undefined;
}

/**
 * Every line is decoded by itself: parts cut out of it then keep one line in memory and not the chunk of 64 KiB that it
 * came in.
 */
export function createLineSplitter(): LineSplitter {
  let held: Buffer[] = [];
  let heldBytes = 0;

  function take(tail: Buffer): string | undefined {
    const isTooLong = heldBytes + tail.length > longestLine;
    const bytes = held.length === 0 || isTooLong ? tail : Buffer.concat([...held, tail]);
    held = [];
    heldBytes = 0;
    if (isTooLong) return undefined;
    const end = bytes.at(-1) === 13 ? bytes.length - 1 : bytes.length;
    const start = zerosAt(bytes, 0);
    const text = bytesAsText(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, Math.max(start, end)));
    // Files that were joined have a byte order mark in the middle.
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }

  const toUtf8 = createUtf8Stream();

  return {
    push(bytes) {
      const chunk = toUtf8(bytes);
      const lines: (string | undefined)[] = [];
      let start = 0;
      // Most logs are ASCII, for which the Latin-1 decoder gives the same result and is the fastest.
      const isPlain = isAscii(chunk);
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        if (heldBytes === 0) start += zerosAt(chunk, start);
        if (isPlain && heldBytes === 0 && end - start <= longestLine)
          lines.push(chunk.toString('latin1', start, end > start && chunk[end - 1] === 13 ? end - 1 : end));
        else lines.push(take(chunk.subarray(start, end)));
        start = end + 1;
      }
      if (start < chunk.length) {
        heldBytes += chunk.length - start;
        if (heldBytes <= longestLine) held.push(chunk.subarray(start));
        else held = [];
      }
      return lines;
    },
    rest: () => take(Buffer.alloc(0)),
  };
}

/** Zeros that a file has where it was cut short under a server that goes on writing where it was. */
function zerosAt(bytes: Buffer, start: number): number {
  let end = start;
  while (bytes[end] === 0) end += 1;
  return end - start;
}

/** UTF-16, as Windows writes it behind a byte order mark, as UTF-8; everything else as it is. */
function createUtf8Stream(): (chunk: Buffer) => Buffer {
  let head: Buffer | undefined = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  return (chunk) => {
    let bytes = chunk;
    if (head !== undefined) {
      if (head.length > 0) bytes = Buffer.concat([head, chunk]);
      const isOpen = bytes.length < 2 && (bytes.length === 0 || bytes[0] === 0xff || bytes[0] === 0xfe);
      head = isOpen ? bytes : undefined;
      if (isOpen) return Buffer.alloc(0);
      if (bytes[0] === 0xff && bytes[1] === 0xfe) decoder = new TextDecoder('utf-16le');
      if (bytes[0] === 0xfe && bytes[1] === 0xff) decoder = new TextDecoder('utf-16be');
    }
    return decoder === undefined ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  };
}
