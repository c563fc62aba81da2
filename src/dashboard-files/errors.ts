import { defineError } from '../kernel/app-error.ts';

export const DashboardNotBuilt = defineError(
  {
    code: 'dashboard_not_built',
    status: 500,
    title: 'The dashboard could not be built',
    remedy: 'Run `npm ci` in the clone and start again; what is written above says what failed.',
  },
  () => 'The dashboard of this clone has not been built, and building it failed.',
);
