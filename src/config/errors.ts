import { defineError, type ErrorDetail } from '../kernel/app-error.ts';

export const InvalidConfiguration = defineError(
  {
    code: 'invalid_configuration',
    status: 400,
    title: 'Invalid configuration',
    remedy: 'Correct the variables named above. docs/configuration.md lists all variables.',
  },
  /** `details` name one variable each in `field`. */
  (details: readonly ErrorDetail[]) => ({
    message: details.map(({ field, message }) => `${field ?? 'environment'}: ${message}`).join('\n'),
    details,
  }),
);
