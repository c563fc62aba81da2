import { blank } from '../fences.ts';

/** Minimum length of JSON in characters; shorter JSON parses fast enough. */
const long = 2_000;

/**
 * Replaces long JSON in MDX attributes, such as generated OpenAPI operations, by `0` and spaces. At every brace, the MDX parser
 * would parse everything before it again as JavaScript.
 */
export function blankJson(source: string): string {
  if (source.length < long) return source;
  const parts: string[] = [];
  let [copied, start] = [0, valueAfter(source, 0)];
  while (start !== undefined) {
    const end = endOfJson(source, start);
    // Unclosed, so the rest of the page belongs to it.
    if (end === undefined) break;
    const value = start;
    start = valueAfter(source, end);
    if (end - value < long || source[end] !== '}' || !isJson(source.slice(value, end))) continue;
    parts.push(source.slice(copied, value), '0', blank(source.slice(value + 1, end)));
    copied = end;
  }
  return parts.length === 0 ? source : parts.join('') + source.slice(copied);
}

/** Start of the next attribute value that may be JSON. */
function valueAfter(source: string, from: number): number | undefined {
  for (let index = source.indexOf('={', from); index !== -1; index = source.indexOf('={', index + 2))
    if (source[index + 2] === '{' || source[index + 2] === '[') return index + 2;
  return undefined;
}

/** Offset after the closing bracket; undefined if there is none. */
function endOfJson(source: string, start: number): number | undefined {
  let depth = 0;
  const sign = /["{}[\]]/gu;
  sign.lastIndex = start;
  for (let match = sign.exec(source); match !== null; match = sign.exec(source)) {
    if (match[0] === '"') {
      const end = endOfString(source, sign.lastIndex);
      if (end === undefined) return undefined;
      sign.lastIndex = end;
      continue;
    }
    depth += match[0] === '{' || match[0] === '[' ? 1 : -1;
    if (depth === 0) return sign.lastIndex;
  }
  return undefined;
}

function endOfString(source: string, start: number): number | undefined {
  for (let index = source.indexOf('"', start); index !== -1; index = source.indexOf('"', index + 1)) {
    let slashes = 0;
    while (source[index - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return index + 1;
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    // `__proto__` differs between JavaScript and JSON.
    return !text.includes('__proto__');
  } catch {
    return false;
  }
}
