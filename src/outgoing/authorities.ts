import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { CertificatesUnusable } from './errors.ts';

let trusted: readonly string[] | undefined;
let bundle: string | undefined;

/**
 * Trusts from now on whatever the authorities in this file signed, beside what Node and the system trust: for every TLS
 * connection of this process, databases included, and of the git that it runs. Throws `CertificatesUnusable`.
 */
export function trustAuthorities(file: string): void {
  try {
    const certificates =
      readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? [];
    if (certificates.length === 0) throw new Error('it contains no PEM certificate');
    const all = [...new Set([...getCACertificates('default'), ...getCACertificates('system'), ...certificates])];
    setDefaultCACertificates(all);
    trusted = all;
    bundle = undefined;
  } catch (error) {
    throw new CertificatesUnusable(file, error);
  }
}

/** A file of all that is trusted, for programs that read one; undefined where the system's own will do. */
export function trustedBundle(): string | undefined {
  if (trusted === undefined || bundle !== undefined) return bundle;
  const folder = mkdtempSync(join(tmpdir(), 'docwright-ca-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  bundle = join(folder, 'trusted.pem');
  writeFileSync(bundle, trusted.map((pem) => `${pem.trim()}\n`).join(''), { mode: 0o600 });
  return bundle;
}
