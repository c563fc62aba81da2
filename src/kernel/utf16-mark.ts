/** The encoding that a byte order mark of UTF-16 names, as editors of Windows write it; undefined without one. */
export function markedAsUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
