import { createHash } from 'node:crypto';
import { markedAsUtf16 } from '../../../../kernel/utf16-mark.ts';
import { ToolRefusal } from './tool.ts';

/**
 * The text of a file, a byte order mark and line endings included, so that encoding it again gives the same bytes.
 * Throws `ToolRefusal` for anything that is not UTF-8 text.
 */
export function decodeText(path: string, bytes: Uint8Array): string {
  if (markedAsUtf16(bytes) !== undefined)
    throw new ToolRefusal(`'${path}' is UTF-16 text, which you can search but not change.`);
  if (bytes.subarray(0, 8_000).includes(0))
    throw new ToolRefusal(`'${path}' is a binary file; it cannot be read as text.`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ToolRefusal(`'${path}' is not UTF-8 text; it cannot be read or edited here.`);
  }
}

export const byteOrderMark = '\uFEFF';

/** The line ending that most lines of the text have. */
export function lineEndingOf(text: string): '\r\n' | '\n' {
  const windows = text.split('\r\n').length - 1;
  const all = text.split('\n').length - 1;
  return windows * 2 > all ? '\r\n' : '\n';
}

/** What ends with a line ending has no line after it. */
export function countLines(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}

/** In words. */
export function lineCount(count: number): string {
  return `${count} ${count === 1 ? 'line' : 'lines'}`;
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
