import { randomUUID } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const dash = 45;

function hexadecimal(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 58 ? code - 48 : code - 87;
}

/**
 * A new id: `prefix_` and 26 characters of Crockford base 32, 48 bits of time in milliseconds then 79 random bits
 * (the layout of a ULID). Ids of one prefix sort by the time they were made.
 */
export function newId(prefix: string, nowMilliseconds: number = Date.now()): string {
  let time = nowMilliseconds;
  let head = '';
  for (let index = 0; index < 10; index += 1) {
    head = alphabet.charAt(time % 32) + head;
    time = Math.floor(time / 32);
  }
  let tail = '';
  // Node makes these in bulk; asking for random bytes each time takes fifty times as long.
  const random = randomUUID();
  for (let index = 0; index < random.length; index += 2) {
    if (random.charCodeAt(index) === dash) index += 1;
    tail += alphabet.charAt((hexadecimal(random, index) % 2) * 16 + hexadecimal(random, index + 1));
  }
  return `${prefix}_${head}${tail}`;
}
