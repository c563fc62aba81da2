import { AppError, type ErrorDetail, type ErrorFacts } from '../kernel/app-error.ts';

export class InvalidConfiguration extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'invalid_configuration',
    status: 400,
    title: 'The environment does not fit the configuration',
    remedy: 'Correct the variables named above; docs/configuration.md lists all of them.',
    retryable: false,
  };
  /** `details` name one variable each in `field`. */
  constructor(details: readonly ErrorDetail[]) {
    super(
      InvalidConfiguration.facts,
      details.map(({ field, message }) => `${field ?? 'environment'}: ${message}`).join('\n'),
      {
        details,
      },
    );
  }
}
