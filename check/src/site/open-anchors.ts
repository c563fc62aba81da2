import { looseForm } from './slugs.ts';

/** Letters and digits of what is known of an anchor; between the first and the last only what is left of them, which an anchor of a few letters soon has not. */
export function looseParts(parts: readonly string[]): readonly string[] {
  const loose = parts.map(looseForm);
  return loose.filter((part, index) => part !== '' || index === 0 || index === loose.length - 1);
}

/** True for an anchor that is these parts in their order, with anything between them. */
export function canBe(anchor: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (!anchor.startsWith(first) || !anchor.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = anchor.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at + last.length <= anchor.length;
}
