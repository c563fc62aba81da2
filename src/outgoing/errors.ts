import { AppError, type ErrorFacts } from '../kernel/app-error.ts';

/** The file of `DOCWRIGHT_CA_FILE`. */
export class CertificatesUnusable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'certificates_unusable',
    status: 500,
    title: 'The file of certificates cannot be used',
    remedy:
      'Let DOCWRIGHT_CA_FILE name a file that this user may read, with the certificates of your authorities in PEM (-----BEGIN CERTIFICATE-----), or unset it.',
    retryable: false,
  };
  constructor(file: string, cause: unknown) {
    super(
      CertificatesUnusable.facts,
      `${file} cannot be used: ${cause instanceof Error ? cause.message : 'unreadable'}.`,
      {
        cause,
      },
    );
  }
}
