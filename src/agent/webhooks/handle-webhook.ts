import type { CodeHost, RepositoryRef } from '../../codehost/code-host.ts';
import type { CodeHosts } from '../../codehost/code-hosts.ts';
import { WebhookUnreadable } from '../../codehost/errors.ts';
import type { WebhookRequest } from '../../codehost/webhook.ts';
import type { CodeHostKind } from '../../contract/code-host.ts';
import { webhookSecretName, type WebhookTaken } from '../../contract/webhook.ts';
import type { PullRequestState } from '../../contract/pull-request.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import type { Projects } from '../../projects/projects.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { MessageJob } from '../jobs/message-job.ts';
import { WebhookNotSigned } from './errors.ts';
import type { AcceptReview } from '../review/accept-review.ts';
import { handleComment } from './handle-comment.ts';
import { reviewOnce } from './review-once.ts';

/** Of a question to the code host, while it waits for our response. */
const patience = 8 * duration.second;

/**
 * Authenticates a webhook and handles its event. Safe to repeat: hosts redeliver an event if our response was lost. Throws
 * `WebhookNotSigned`, `WebhookUnreadable`, and what `handleComment` throws.
 */
export type HandleWebhook = (delivery: {
  readonly projectId: string;
  readonly kind: CodeHostKind;
  readonly request: WebhookRequest;
}) => Promise<WebhookTaken>;

export function createHandleWebhook({
  projects,
  codeHosts,
  jobs,
  messageJob,
  acceptReview,
  onChange,
  clock,
}: {
  projects: Pick<Projects, 'get' | 'getSecret' | 'connect'>;
  codeHosts: CodeHosts;
  jobs: Pick<JobStore, 'recordPullRequestState' | 'findByPullRequest' | 'findByPullRequests' | 'find'>;
  messageJob: MessageJob;
  acceptReview: AcceptReview;
  /** Called when checks or branches of a project's repository changed. */
  onChange: (projectId: string) => void;
  clock: Clock;
}): HandleWebhook {
  return async ({ projectId, kind, request }) => {
    const webhook = await codeHosts[kind].webhook?.();
    const project = await projects.get(projectId);
    const secret = await projects.getSecret(projectId, webhookSecretName);
    if (webhook === undefined || project?.codeHost !== kind || secret === undefined) throw new WebhookNotSigned();
    if (!webhook.isSigned(request, secret)) throw new WebhookNotSigned();
    const type = request.header('content-type') ?? '';
    // Also of a test event, which would else say that the webhook works.
    if (!/^application\/json\s*(?:;|$)/i.test(type))
      throw new WebhookUnreadable(kind, `its content type is ${JSON.stringify(type.slice(0, 100))}`);
    const event = webhook.read(request);
    if (event === undefined) return { taken: false, because: 'Docwright does not handle this event.' };
    if (event.kind === 'ping') return { taken: true, because: 'The webhook works.' };
    const { codeHost, repository } = await projects.connect(projectId);
    if (event.repositoryUrl.toLowerCase() !== codeHost.webUrl(repository.url).toLowerCase())
      return { taken: false, because: "The event is about a repository other than the project's." };
    if (event.kind === 'comment')
      return handleComment(event, { projectId, codeHost, repository, jobs, messageJob, acceptReview, clock });
    if (event.kind === 'change') {
      onChange(projectId);
      return { taken: true, because: "Docwright looks at the project's open pull requests." };
    }
    const { number, pushed } = event;
    const jobId = (await jobs.findByPullRequests(projectId, [number])).get(number) ?? '';
    const known = (await jobs.find(projectId, jobId))?.prState;
    const isNews = known !== event.state && event.state !== 'merged';
    const state = known !== undefined && isNews ? await confirm(event, { codeHost, repository }) : event.state;
    const stored = await jobs.recordPullRequestState({ projectId, number, state });
    if (stored !== undefined)
      return { taken: true, because: `Pull request #${number} of job ${stored.jobId} is ${stored.state}.` };
    const isWanted = project.settings.reviewPullRequests && state === 'open' && pushed !== undefined && !pushed.draft;
    return isWanted
      ? reviewOnce(
          { projectId, pullRequest: number, idempotencyKey: `review-of-${number}-${pushed.headSha}` },
          acceptReview,
        )
      : { taken: false, because: `No job of the project works on pull request #${number}.` };
  };
}

/** What the code host says now, because an event may come late, such as a close after the pull request was reopened. */
async function confirm(
  { number, state }: { number: number; state: PullRequestState },
  { codeHost, repository }: { codeHost: CodeHost; repository: RepositoryRef },
): Promise<PullRequestState> {
  try {
    const signal = AbortSignal.timeout(patience);
    return (await codeHost.readPullRequest({ repository, number }, signal)).state;
  } catch {
    // A host that does not answer has just said it by the event.
    return state;
  }
}
