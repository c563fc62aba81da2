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

/** Never shows the value, which may hold a password. */
export const ProxyUnusable = defineError(
  {
    code: 'proxy_unusable',
    status: 500,
    title: 'A proxy is named that cannot be used',
    remedy:
      'Write it as http://user:password@proxy.example.com:3128, with special characters of user and password as in %2F, or unset it.',
  },
  (variable: string) => `${variable} is no URL of an HTTP proxy.`,
);
