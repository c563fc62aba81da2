import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ApiKeyKind } from '../contract/api-key.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 characters of base 62 hold 256 bits. */
const secretLength = 43;
/** Six characters of base 62 hold the 32 bits of a CRC. */
const checksumLength = 6;
const layout = new RegExp(`^dw_(admin|ingest)_([0-9a-z]{26})_[0-9A-Za-z]{${secretLength + checksumLength}}$`);

/**
 * A new key, `dw_<kind>_<id>_<secret><checksum>`. The checksum lets a typo be refused without a look-up, and lets
 * secret scanners tell a key from something that looks like one.
 */
export function makeApiKey(kind: ApiKeyKind, idTail: string): { key: string; prefix: string } {
  const secret = Array.from({ length: secretLength }, () => alphabet.charAt(randomInt(62))).join('');
  const prefix = `dw_${kind}_${idTail}`;
  const body = `${prefix}_${secret}`;
  return { key: `${body}${checksum(body)}`, prefix };
}

/** Undefined for anything that cannot be one of our keys. `idTail` is the id without its `key_`. */
export function readApiKey(key: string): { idTail: string } | undefined {
  const idTail = layout.exec(key)?.[2];
  if (idTail === undefined || checksum(key.slice(0, -checksumLength)) !== key.slice(-checksumLength)) return undefined;
  return { idTail };
}

/** What is stored. The secret has 256 random bits, so a fast hash is enough. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function checksum(text: string): string {
  let remaining = crc32(text);
  let digits = '';
  for (let index = 0; index < checksumLength; index += 1) {
    digits = alphabet.charAt(remaining % 62) + digits;
    remaining = Math.floor(remaining / 62);
  }
  return digits;
}
