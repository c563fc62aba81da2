import { hkdfSync } from 'node:crypto';

/** By which people tell keys apart. 48 bits derived from 256 random ones: it tells nothing of the key. */
export function masterKeyId(key: Buffer): string {
  const bytes = Buffer.from(hkdfSync('sha256', key, '', 'docwright id of the master key', 6));
  return bytes.toString('hex').replaceAll(/.{4}\B/g, '$&-');
}
