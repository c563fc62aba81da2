import { findSecrets } from './secret-shapes.ts';

const redacted = '[redacted]';

/**
 * Replaces whatever looks like a secret; the last line of defence of logs and errors, not the first. A line of JSON stays
 * one. Takes time linear in the text.
 */
export function redactSecrets(text: string): string {
  const spans = findSecrets(text).sort((a, b) => a.start - b.start);
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end } of spans) {
    if (start >= position) pieces.push(text.slice(position, start), redacted);
    position = Math.max(position, end);
  }
  return pieces.join('') + text.slice(position);
}

/** The same of a text that goes on: without its end, where a secret may be there in part. */
export function redactGrowing(text: string): string {
  const key = text.lastIndexOf('-----BEGIN');
  const isOpen = key !== -1 && !text.includes('-----END', key);
  const settled = isOpen ? text.slice(0, key) : text;
  let end = settled.length;
  while (end > 0 && !/\s/.test(settled.charAt(end - 1))) end -= 1;
  const word = settled.slice(end);
  // Languages without spaces would never be shown. Only a password in a URL has other than ASCII characters.
  if (!word.includes('://'))
    for (let index = word.length; index > 0; index -= 1) {
      if (word.charCodeAt(index - 1) < 0x80) continue;
      end += index;
      break;
    }
  return redactSecrets(settled.slice(0, end));
}
