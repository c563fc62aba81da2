import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { masterKeyId } from '../kernel/master-key-id.ts';
import { BackupKeyDiffers, BackupUntrusted } from './errors.ts';
import type { KeyText } from './fitting-key.ts';
import type { Manifest } from './manifest.ts';

/** The manifest with its signature: HMAC-SHA-256 with a key derived from the installation's. */
export function signManifest(manifest: Manifest, { text }: KeyText): Manifest {
  return {
    ...manifest,
    signature: { keyId: masterKeyId(bytesOf(text)), hmac: hmacOf(manifest, text).toString('hex') },
  };
}

/** Throws `BackupUntrusted` unless the key signed the manifest, or `BackupKeyDiffers` where another one claims to have. */
export function requireSignature({ signature, ...manifest }: Manifest, key: KeyText | undefined): void {
  if (signature === undefined) throw new BackupUntrusted('it has no signature, as archives of older versions');
  if (key === undefined) throw new BackupUntrusted(`the key ${signature.keyId}, which signed it, is not here`);
  const keyId = masterKeyId(bytesOf(key.text));
  if (keyId !== signature.keyId) throw new BackupKeyDiffers(key.source, keyId, signature.keyId);
  if (!timingSafeEqual(Buffer.from(signature.hmac, 'hex'), hmacOf(manifest, key.text)))
    throw new BackupUntrusted('its manifest was changed after it was signed');
}

function hmacOf(manifest: Manifest, text: string): Buffer {
  const key = hkdfSync('sha256', bytesOf(text), '', 'docwright signature of a backup', 32);
  return createHmac('sha256', Buffer.from(key)).update(JSON.stringify(manifest)).digest();
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text.trim(), 'base64');
}
