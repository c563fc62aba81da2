import { defineError } from '../kernel/app-error.ts';

/** The file of `DOCWRIGHT_CA_FILE`. */
export const CertificatesUnusable = defineError(
  {
    code: 'certificates_unusable',
    status: 500,
    title: 'Invalid certificate file',
    remedy:
      "Set DOCWRIGHT_CA_FILE to a readable PEM file with your authorities' certificates (-----BEGIN CERTIFICATE-----), or unset it.",
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
    title: 'Invalid proxy URL',
    remedy:
      'Use the form http://user:password@proxy.example.com:3128, with special characters in user and password percent-encoded, such as %2F; or unset it.',
  },
  (variable: string) => `${variable} is not the URL of an HTTP proxy.`,
);
