import { AppError, type ErrorFacts } from '../kernel/app-error.ts';

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
