import { blank } from '../fences.ts';

/** Characters of JSON below which a parser is as fast. */
const long = 2_000;

/**
 * Long JSON that is the value of an attribute in MDX, as programs write the operations of an OpenAPI file, replaced by `0` and
 * spaces: at each brace in it, a parser of MDX reads all that stands before it again as JavaScript.
 */
export function blankJson(source: string): string {
  if (source.length < long) return source;
  const parts: string[] = [];
  let [copied, start] = [0, valueAfter(source, 0)];
  while (start !== undefined) {
    const end = endOfJson(source, start);
    // Nothing closes it: what follows is part of it too.
    if (end === undefined) break;
    const value = start;
    start = valueAfter(source, end);
    if (end - value < long || source[end] !== '}' || !isJson(source.slice(value, end))) continue;
    parts.push(source.slice(copied, value), '0', blank(source.slice(value + 1, end)));
    copied = end;
  }
  return parts.length === 0 ? source : parts.join('') + source.slice(copied);
}

/** Where the next value of an attribute begins that may be JSON. */
function valueAfter(source: string, from: number): number | undefined {
  for (let index = source.indexOf('={', from); index !== -1; index = source.indexOf('={', index + 2))
    if (source[index + 2] === '{' || source[index + 2] === '[') return index + 2;
  return undefined;
}

/** Behind the bracket that closes the one at `start`; undefined where none does. */
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
    // What a field of that name means in JavaScript, it does not in JSON.
    return !text.includes('__proto__');
  } catch {
    return false;
  }
}
