import { hash } from 'node:crypto';

/** Words of a digest. */
export const digestWords = 4;

/**
 * The first 16 bytes of SHA-256 over the text in UTF-8, as code units below 256. A text, since making a buffer for each
 * takes longer than hashing.
 */
export function digestOf(text: string): string {
  return hash('sha256', text, 'binary').slice(0, 16);
}

/** Writes a digest as little-endian words to the beginning of `into`. */
export function putDigest(digest: string, into: Uint32Array): void {
  for (let word = 0; word < digestWords; word += 1) {
    const offset = word * 4;
    into[word] =
      digest.charCodeAt(offset) |
      (digest.charCodeAt(offset + 1) << 8) |
      (digest.charCodeAt(offset + 2) << 16) |
      (digest.charCodeAt(offset + 3) << 24);
  }
}
