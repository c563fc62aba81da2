import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { StoredSecretUnreadable } from './errors.ts';

/** Encrypts small secrets at rest. */
export interface SecretBox {
  /** `context` names what the secret belongs to (such as `project:prj_1:code-host-token`) and must be given again to open it. */
  seal(plain: string, context: string): string;
  /** Throws `StoredSecretUnreadable` when the text was changed, belongs to another context or to another master key. */
  open(sealed: string, context: string): string;
  /** What the text is known by again, and nobody reads it from: HMAC-SHA256 as base64url, another one in every context. */
  mark(text: string, context: string): string;
}

const version = 'v1';

/** AES-256-GCM; the layout of a sealed text is `v1.<base64url of 12-byte nonce, ciphertext, 16-byte tag>`. */
export function createSecretBox(masterKey: Buffer): SecretBox {
  if (masterKey.length !== 32) throw new RangeError('The master key must have 32 bytes.');
  // A key of its own: one key has one purpose.
  const markKey = Buffer.from(hkdfSync('sha256', masterKey, '', 'docwright marks', 32));
  return {
    mark: (text, context) =>
      createHmac('sha256', markKey)
        .update(JSON.stringify([context, text]))
        .digest('base64url'),
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, context) {
      try {
        const [tag, payload] = sealed.split('.');
        if (tag !== version || payload === undefined) throw new Error('unknown layout');
        const bytes = Buffer.from(payload, 'base64url');
        const decipher = createDecipheriv('aes-256-gcm', masterKey, bytes.subarray(0, 12)).setAAD(Buffer.from(context));
        decipher.setAuthTag(bytes.subarray(-16));
        return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new StoredSecretUnreadable(context, cause);
      }
    },
  };
}
