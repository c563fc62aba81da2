export const jobStatuses = ['active', 'completed', 'failed', 'archived'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The filter of the list, and the missing page that a new job is about, with the page that was most likely meant. */
export interface JobsSearch {
  readonly status?: JobStatus;
  /** Whether reviews are listed instead of jobs. */
  readonly reviews?: true;
  readonly missing?: string;
  readonly nearest?: string;
  /** Whether a redirect covers it, where that is known. */
  readonly redirected?: boolean;
}

/** They stand in the address, so that they survive a reload and can be sent to somebody. */
export function readJobsSearch({ status, reviews, missing, nearest, redirected }: Record<string, unknown>): JobsSearch {
  const knownStatus = jobStatuses.find((candidate) => candidate === status);
  return {
    ...(knownStatus === undefined ? {} : { status: knownStatus }),
    ...(reviews === true ? { reviews } : {}),
    ...(typeof missing === 'string' ? { missing } : {}),
    ...(typeof nearest === 'string' ? { nearest } : {}),
    ...(typeof redirected === 'boolean' ? { redirected } : {}),
  };
}
