import { defineError } from '../kernel/app-error.ts';

/** The file of `DOCWRIGHT_CA_FILE`. */
export const CertificatesUnusable = defineError(
  {
    code: 'certificates_unusable',
    status: 500,
    title: 'The file of certificates cannot be used',
    remedy:
      'Let DOCWRIGHT_CA_FILE name a file that this user may read, with the certificates of your authorities in PEM (-----BEGIN CERTIFICATE-----), or unset it.',
  },
  (file: string, cause: unknown) => ({
    message: `${file} cannot be used: ${cause instanceof Error ? cause.message : 'unreadable'}.`,
    cause,
  }),
);
