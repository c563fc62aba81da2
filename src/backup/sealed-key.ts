import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { BackupPassphraseWrong } from './errors.ts';

/** 128 MiB and about half a second for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1 };
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'));
/** A file that says itself how it is opened: scrypt of the passphrase is the key of AES-256-GCM. */
const sealedKeySchema = z.object({
  kdf: z.literal('scrypt'),
  N: z
    .int()
    .min(2)
    .max(2 ** 20),
  r: z.int().min(1).max(16),
  p: z.int().min(1).max(4),
  salt: base64,
  cipher: z.literal('aes-256-gcm'),
  nonce: base64,
  /** Ciphertext and the 16 bytes of its tag. */
  sealed: base64,
});

/** The text of master.key, encrypted, as the text of a file. */
export async function sealKey(key: string, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, cost), nonce);
  const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const parts = { salt, nonce, sealed };
  const texts = Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')]));
  return `${JSON.stringify({ kdf: 'scrypt', ...cost, cipher: 'aes-256-gcm', ...texts }, null, 2)}\n`;
}

/** Throws `BackupPassphraseWrong`, of a damaged file too. */
export async function openKey(file: string, passphrase: string): Promise<string> {
  try {
    const { N, r, p, salt, nonce, sealed } = sealedKeySchema.parse(JSON.parse(file));
    const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, salt, { N, r, p }), nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8');
  } catch (error) {
    throw new BackupPassphraseWrong(error);
  }
}

function keyOf(passphrase: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return derive(passphrase.trim().normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r });
}
