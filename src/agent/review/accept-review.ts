import { duration } from '../../kernel/clock.ts';
import type { ResolveModel } from '../../model/create-models.ts';
import type { Projects } from '../../projects/projects.ts';
import type { Orderer } from '../jobs/message-author.ts';
import { idempotentRequest } from '../jobs/idempotency.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { MessageOrigin } from '../jobs/message-origins.ts';
import { PullRequestNotReviewable, ReviewsUnavailable } from './errors.ts';
import { pullRequestNumber, whyNotReviewed } from './reviewable.ts';

/** Of the code host, while somebody waits for our response. */
const patience = 8 * duration.second;
/** In a rolling hour, for each project: anybody may push to a pull request. */
const reviewsPerHour = 60;

/**
 * Accepts a review of a pull request as a job of its own kind. Throws `ProjectNotFound`, `RateLimited`, what is wrong with the
 * URL or the pull request, and what `resolveModel` and the code host throw.
 */
export type AcceptReview = (order: {
  readonly projectId: string;
  /** The number of the pull request, or its URL. */
  readonly pullRequest: number | string;
  readonly dryRun?: boolean;
  /** What a person with write access wants to be looked at. */
  readonly request?: string | undefined;
  /** The same key within a day is one review. */
  readonly idempotencyKey?: string | undefined;
  readonly by?: Orderer | undefined;
  /** The comment that asks for it. */
  readonly origin?: MessageOrigin | undefined;
}) => ReturnType<JobStore['accept']>;

export function createAcceptReview({
  projects,
  jobs,
  resolveModel,
}: {
  projects: Pick<Projects, 'connect'>;
  jobs: Pick<JobStore, 'accept' | 'replay'>;
  resolveModel: ResolveModel;
}): AcceptReview {
  return async ({ projectId, pullRequest, dryRun = false, request, idempotencyKey, by, origin }) => {
    const { project, codeHost, repository } = await projects.connect(projectId);
    const repositoryUrl = codeHost.webUrl(repository.url);
    const number = typeof pullRequest === 'number' ? pullRequest : pullRequestNumber(pullRequest, repositoryUrl);
    if (codeHost.reviews === undefined) throw new ReviewsUnavailable(codeHost.kind);
    const asked = ['createReview', String(number), String(dryRun), request ?? ''];
    const idempotent = idempotentRequest(idempotencyKey, asked);
    const replay = await jobs.replay({ projectId, idempotent });
    if (replay !== undefined) return replay;
    const details = await codeHost.readPullRequest({ repository, number }, AbortSignal.timeout(patience));
    const reason = whyNotReviewed(details);
    if (reason !== undefined) throw new PullRequestNotReviewable(number, reason);
    const model = await resolveModel(project.model ?? undefined, project);
    const of = { number, url: details.url, dryRun, headSha: null, comments: [], elsewhere: [], posted: false };
    return jobs.accept({
      projectId,
      request: {
        prompt: [`Review pull request #${number}.`, ...(request === undefined ? [] : [request])].join('\n\n'),
      },
      model: model.name,
      repository: repositoryUrl,
      baseBranch: details.baseBranch,
      draft: false,
      jobsPerHour: reviewsPerHour,
      idempotent,
      review: { of, headBranch: details.headBranch },
      origin,
      createdBy: by,
    });
  };
}
