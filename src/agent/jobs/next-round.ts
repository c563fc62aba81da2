import type { JobEventData } from '../../contract/agent-job.ts';

/** What whoever takes a round of a job up begins with. */
const claimReset = {
  phase: 'queued',
  failure: null,
  attempts: 0,
  worker_ends: 0,
  checker_ends: 0,
  lease_owner: null,
  lease_until: 0,
  available_at: 0,
  started_at: null,
  waiting: null,
  needs_answer: 0,
} as const;

/** What every round of a job begins with, the first as well as one that a message starts. */
export const queued = { ...claimReset, worked: 0 } as const;

/** What changes in the row of a job that got further: it is not what ends its workers. */
export const progress = { attempts: 1, waiting: null, worker_ends: 0 } as const;

/** What changes in the row of a job that takes its round up again, where it was interrupted. */
export function sameRound(round: number): { fields: typeof claimReset; event: JobEventData } {
  return { fields: claimReset, event: { type: 'phase', phase: 'queued', round } };
}

/** What changes in the row of a job that goes into the round after this one, and the event that tells it. */
export function roundAfter(round: number): { fields: typeof queued & { round: number }; event: JobEventData } {
  const next = round + 1;
  return { fields: { ...queued, round: next }, event: { type: 'phase', phase: 'queued', round: next } };
}
