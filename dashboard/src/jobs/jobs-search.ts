export const jobStatuses = ['active', 'completed', 'failed', 'archived'] as const;
export type JobStatus = (typeof jobStatuses)[number];
export const pullRequestStates = ['open', 'merged', 'closed'] as const;

/** What the list is narrowed to. */
export interface JobFilter {
  readonly status?: JobStatus;
  /** The `createdBy.actor` of jobs. */
  readonly createdBy?: string;
  readonly prState?: (typeof pullRequestStates)[number];
  readonly search?: string;
}

/** The filter of the list, and the missing page that a new job is about, with the page that was most likely meant. */
export interface JobsSearch extends JobFilter {
  /** Whether reviews are listed instead of jobs. */
  readonly reviews?: true;
  readonly missing?: string;
  readonly nearest?: string;
  /** Whether a redirect covers it, where that is known. */
  readonly redirected?: boolean;
}

/** They stand in the address, so that they survive a reload and can be sent to somebody. */
export function readJobsSearch(raw: Record<string, unknown>): JobsSearch {
  const { reviews, missing, nearest, redirected } = raw;
  return {
    ...readJobFilter(raw),
    ...(reviews === true ? { reviews } : {}),
    ...(typeof missing === 'string' ? { missing } : {}),
    ...(typeof nearest === 'string' ? { nearest } : {}),
    ...(typeof redirected === 'boolean' ? { redirected } : {}),
  };
}

export function readJobFilter({ status, createdBy, prState, search }: Record<string, unknown>): JobFilter {
  const knownStatus = jobStatuses.find((candidate) => candidate === status);
  const knownState = pullRequestStates.find((candidate) => candidate === prState);
  return {
    ...(knownStatus === undefined ? {} : { status: knownStatus }),
    ...(typeof createdBy === 'string' && /^\w+(:\w+)?$/.test(createdBy) ? { createdBy } : {}),
    ...(knownState === undefined ? {} : { prState: knownState }),
    ...(typeof search === 'string' && search.trim() !== '' ? { search: search.slice(0, 200) } : {}),
  };
}
