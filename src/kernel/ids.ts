import { randomFillSync } from 'node:crypto';

const alphabet = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz');

const timeLength = 10;
const idLength = 26;
/** The id that was made last, without its prefix: the next one of the same millisecond has its beginning. */
const id = Buffer.alloc(idLength, alphabet[0]);
let timeOfId = 0;

/** Random bytes, fetched for many ids at once: a call for each would take fifty times as long. */
const random = Buffer.alloc((idLength - timeLength) * 256);
let nextRandom = random.length;

/**
 * A new id: `prefix_` and 26 characters of Crockford base 32, 48 bits of time in milliseconds then 80 random bits
 * (the layout of a ULID). Ids of one prefix sort by the time they were made.
 */
export function newId(prefix: string, nowMilliseconds: number = Date.now()): string {
  if (nowMilliseconds !== timeOfId) putTime(nowMilliseconds);
  if (nextRandom === random.length) {
    randomFillSync(random);
    nextRandom = 0;
  }
  for (let position = timeLength; position < idLength; position += 1) {
    id[position] = alphabet.readUInt8(random.readUInt8(nextRandom) & 31);
    nextRandom += 1;
  }
  return `${prefix}_${id.toString('latin1')}`;
}

function putTime(milliseconds: number): void {
  let remaining = milliseconds;
  for (let position = timeLength - 1; position >= 0; position -= 1) {
    id[position] = alphabet.readUInt8(remaining % 32);
    remaining = Math.floor(remaining / 32);
  }
  timeOfId = milliseconds;
}
