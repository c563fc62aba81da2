import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * A new id: `prefix_` and 26 characters of Crockford base 32, 48 bits of time in milliseconds then 80 random bits
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
  for (const byte of randomBytes(16)) tail += alphabet.charAt(byte % 32);
  return `${prefix}_${head}${tail}`;
}
