import { createHash } from 'node:crypto';
import { ToolRefusal } from './tool.ts';

/**
 * The text of a file, a byte order mark and line endings included, so that encoding it again gives the same bytes.
 * Throws `ToolRefusal` for anything that is not UTF-8 text.
 */
export function decodeText(path: string, bytes: Uint8Array): string {
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

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
