import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for a link or a cookie. Only its hash is stored, so that a stolen database signs nobody in. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hexadecimal SHA-256. The input has full entropy, so neither salt nor stretching would add anything. */
export function hashSecretToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
