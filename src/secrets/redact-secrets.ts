import { findSecrets } from './secret-shapes.ts';

const redacted = '[redacted]';

/**
 * Replaces whatever looks like a secret; the last line of defence of logs and errors, not the first. A line of JSON stays
 * one. Takes time linear in the text.
 */
export function redactSecrets(text: string): string {
  const spans = findSecrets(text).sort((one, other) => one.start - other.start);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (start >= at) pieces.push(text.slice(at, start), redacted);
    at = Math.max(at, end);
  }
  return pieces.join('') + text.slice(at);
}
