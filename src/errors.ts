import { AppError, type ErrorDetail, type ErrorFacts } from './kernel/app-error.ts';

export class InvalidConfiguration extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'invalid_configuration',
    status: 500,
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

export class DashboardNotBuilt extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'dashboard_not_built',
    status: 500,
    title: 'The dashboard could not be built',
    remedy: 'Run `npm ci` in the clone and start again; what is written above says what failed.',
    retryable: false,
  };
  constructor() {
    super(DashboardNotBuilt.facts, 'The dashboard of this clone has not been built, and building it failed.');
  }
}
