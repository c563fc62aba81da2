import type { WebhookTaken } from '../../contract/webhook.ts';
import type { AcceptReview } from '../review/accept-review.ts';
import { PullRequestNotReviewable, ReviewsUnavailable } from '../review/errors.ts';

/** Accepts a review, and says so. Throws what `AcceptReview` throws of the server, the code host and the quota. */
export async function reviewOnce(
  order: Parameters<AcceptReview>[0],
  acceptReview: AcceptReview,
): Promise<WebhookTaken> {
  try {
    const { job, replayed } = await acceptReview(order);
    const because = replayed ? 'The review was asked for before.' : `Job ${job.id} reviews the pull request.`;
    return { taken: !replayed, because };
  } catch (error) {
    if (error instanceof PullRequestNotReviewable || error instanceof ReviewsUnavailable)
      return { taken: false, because: error.message };
    throw error;
  }
}
