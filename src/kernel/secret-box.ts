import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { MasterKeyUnknown, StoredSecretUnreadable } from './errors.ts';
import { masterKeyId } from './master-key-id.ts';

/** Encrypts small secrets at rest. */
export interface SecretBox {
  /**
   * `context` names what the secret belongs to (such as `project:prj_1:code-host-token`) and must be given again to open it.
   * What is stored is sealed by `sealStored`, which names the key. Throws `MasterKeyUnknown`.
   */
  seal(plain: string, context: string, keyId?: string): string;
  /** Throws `StoredSecretUnreadable` when the text was changed, belongs to another context or to another master key. */
  open(sealed: string, context: string): string;
  /** What the text is known by again, and nobody reads it from: HMAC-SHA256 as base64url, another one in every context. */
  mark(text: string, context: string): string;
}

const version = 'v1';

/** A key of its own: one key has one purpose. A rotation keeps it, since nobody can mark again what was forgotten. */
export function deriveMarksKey(masterKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'docwright marks', 32));
}

/**
 * AES-256-GCM; the layout of a sealed text is `v1.<base64url of 12-byte nonce, ciphertext, 16-byte tag>`. `readKeys` reads
 * the keys that this process may use now: during a rotation another one opens and seals too.
 */
export function createSecretBox(
  masterKey: Buffer,
  {
    marksKey = deriveMarksKey(masterKey),
    readKeys = () => [],
  }: { marksKey?: Buffer | undefined; readKeys?: () => readonly Buffer[] } = {},
): SecretBox {
  if (masterKey.length !== 32) throw new RangeError('The master key must have 32 bytes.');
  const keys = new Map<string, Buffer>();
  const add = (key: Buffer) => keys.set(masterKeyId(key), key);
  add(masterKey);
  let currentId = masterKeyId(masterKey);
  const tryToOpen = (sealed: string, context: string): string | undefined => {
    for (const key of keys.values()) {
      const plain = decrypt(key, sealed, context);
      if (plain !== undefined) return plain;
    }
    return undefined;
  };
  return {
    mark: (text, context) =>
      createHmac('sha256', marksKey)
        .update(JSON.stringify([context, text]))
        .digest('base64url'),
    seal(plain, context, keyId = currentId) {
      if (!keys.has(keyId)) readKeys().forEach(add);
      const key = keys.get(keyId);
      if (key === undefined) throw new MasterKeyUnknown(keyId);
      currentId = keyId;
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, context) {
      const plain = tryToOpen(sealed, context);
      if (plain !== undefined) return plain;
      readKeys().forEach(add);
      const plainNow = tryToOpen(sealed, context);
      if (plainNow === undefined) throw new StoredSecretUnreadable(context);
      return plainNow;
    },
  };
}

/** Undefined when the text was changed, or belongs to another context or key. */
function decrypt(key: Buffer, sealed: string, context: string): string | undefined {
  const [tag, payload] = sealed.split('.');
  if (tag !== version || payload === undefined) return undefined;
  const bytes = Buffer.from(payload, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
