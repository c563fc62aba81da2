import { defineError, type ErrorDetail } from '../../kernel/app-error.ts';

/** A data file of the traffic catalogue does not fit its schema. */
export const CatalogueInvalid = defineError(
  {
    code: 'traffic_catalogue_invalid',
    status: 500,
    title: 'Invalid traffic catalogue',
    remedy: 'Correct the named file. docs/ai-traffic.md describes every field.',
  },
  (file: string, details: readonly ErrorDetail[], cause?: unknown) => {
    const faults = details.map(({ field, message }) => (field ? `${field} ${message}` : message)).join('; ');
    return { message: `Traffic catalogue, ${file}: ${faults}.`, details, cause };
  },
);
