export const jobStatuses = ['active', 'completed', 'failed', 'archived'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The filter of the list stands in the address, so that it survives a reload and can be sent to somebody. */
export function readJobsSearch({ status }: Record<string, unknown>): { status?: JobStatus } {
  const known = jobStatuses.find((candidate) => candidate === status);
  return known === undefined ? {} : { status: known };
}
