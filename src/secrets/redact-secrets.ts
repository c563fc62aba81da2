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
