import type { Refusal } from './api-requests.ts';
import { PullRequestNotFound, ReviewRefused } from './errors.ts';

/** What is wrong with a review that the host does not take. */
export function readReviewRefusal(number: number, { status, message }: Refusal): Error | undefined {
  if (status === 404) return new PullRequestNotFound(number);
  return status === 400 || status === 422 ? new ReviewRefused(number, message) : undefined;
}
