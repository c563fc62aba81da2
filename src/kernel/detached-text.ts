/** The same text, without the longer one that it was cut from: V8 keeps that whole for as long as a slice of it lives. */
export function detachedText(slice: string): string {
  return Buffer.from(slice, 'utf16le').toString('utf16le');
}
