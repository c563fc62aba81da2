import { InvalidRequest } from './errors.ts';

/** Values and names that one body may have: ten times what the largest settings of a project come to. */
const mostValues = 50_000;
/** Arrays and objects within each other; whatever walks a value calls itself once for each. */
const deepest = 100;

const [quote, backslash, comma, colon, letterU] = [0x22, 0x5c, 0x2c, 0x3a, 0x75];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Refuses JSON that costs far more than its bytes: a parser that makes three hundred thousand arrays of half a megabyte
 * keeps the event loop for 50 ms, and this about one. Refuses escapes of what is no text, too: databases differ in whether
 * they store NUL and half a character. Throws InvalidRequest.
 */
export function refuseManyValues(json: Uint8Array): void {
  let values = 0;
  let depth = 0;
  let isInText = false;
  for (let position = 0; position < json.length; position += 1) {
    const byte = json[position];
    if (isInText) {
      if (byte === backslash) position += json[position + 1] === letterU ? lengthOfEscape(json, position) : 1;
      else if (byte === quote) isInText = false;
    } else if (byte === quote) isInText = true;
    else if (byte === comma || byte === colon) values += 1;
    else if (byte === openBracket || byte === openBrace) {
      values += 1;
      depth += 1;
    } else if (byte === closeBracket || byte === closeBrace) depth -= 1;
    if (depth > deepest) throw refusal(`must not be nested more than ${deepest} levels deep`);
    if (values > mostValues) throw refusal(`must not have more than ${mostValues.toLocaleString('en')} values`);
  }
}

const refusal = (message: string): Error => new InvalidRequest([{ field: 'body', message }]);

/** Bytes behind the backslash of `\uXXXX`, or of the two of them that make one character. */
function lengthOfEscape(json: Uint8Array, at: number): number {
  const code = escapedCode(json, at);
  if (code === 0) throw refusal('must not contain NUL');
  if (code < 0xd800 || code > 0xdfff || Number.isNaN(code)) return 5;
  const next = json[at + 6] === backslash && json[at + 7] === letterU ? escapedCode(json, at + 6) : Number.NaN;
  if (code < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) return 11;
  throw refusal('must not contain half of a surrogate pair');
}

function escapedCode(json: Uint8Array, at: number): number {
  return Number.parseInt(String.fromCharCode(...json.subarray(at + 2, at + 6)), 16);
}
