import type { CodeHost, RepositoryRef } from '../../codehost/code-host.ts';
import type { CodeHosts } from '../../codehost/code-hosts.ts';
import { WebhookUnreadable } from '../../codehost/errors.ts';
import type { WebhookEvent, WebhookRequest } from '../../codehost/webhook.ts';
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
type RepositoryEvent = Exclude<WebhookEvent, { kind: 'ping' }>;

/**
 * Authenticates a webhook and handles its event, for one project, or without `projectId`, of the GitHub App, for every project
 * on the repository. Safe to repeat: hosts redeliver an event if our response was lost. Throws
 * `WebhookNotSigned`, `WebhookUnreadable`, and what `handleComment` throws.
 */
export type HandleWebhook = (delivery: {
  readonly projectId: string | undefined;
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
  projects: Pick<Projects, 'get' | 'list' | 'getSecret' | 'connect' | 'githubApp'>;
  codeHosts: CodeHosts;
  jobs: Pick<JobStore, 'recordPullRequestState' | 'findByPullRequest' | 'findByPullRequests' | 'find'>;
  messageJob: MessageJob;
  acceptReview: AcceptReview;
  /** Called when checks or branches of a project's repository changed. */
  onChange: (projectId: string) => void;
  clock: Clock;
}): HandleWebhook {
  const readSecret = async (projectId: string | undefined, kind: CodeHostKind): Promise<string | undefined> => {
    if (projectId === undefined) return kind === 'github' ? projects.githubApp.webhookSecret() : undefined;
    const project = await projects.get(projectId);
    const secret = await projects.getSecret(projectId, webhookSecretName);
    return project?.codeHost === kind ? secret : undefined;
  };

  const handleEvent = async (event: RepositoryEvent, projectId: string): Promise<WebhookTaken> => {
    const { project, codeHost, repository } = await projects.connect(projectId);
    if (event.repositoryUrl.toLowerCase() !== codeHost.webUrl(repository.url).toLowerCase())
      return { taken: false, because: "The event is about a repository other than the project's." };
    if (event.kind === 'comment')
      return handleComment(event, { projectId, codeHost, repository, jobs, messageJob, acceptReview, clock });
    if (event.kind === 'change') {
      onChange(projectId);
      return { taken: true, because: "Docwright looks at the project's open pull requests." };
    }
    const { number, pushed } = event;
    const jobId = (await jobs.findByPullRequests(projectId, [number])).get(number)?.id ?? '';
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

  /** Every project gets the event, even if another one fails; then GitHub shows a failure, and may deliver it again. */
  const handleOfApp = async (event: RepositoryEvent): Promise<WebhookTaken> => {
    const all = await projects.list();
    const those = all.filter(({ codeHost, repositoryUrl }) => codeHost === 'github' && isAbout(event, repositoryUrl));
    const outcomes = await Promise.allSettled(those.map(({ id }) => handleEvent(event, id)));
    const answers = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
    const none = { taken: false, because: 'No project is on this repository.' };
    return answers.find(({ taken }) => taken) ?? answers[0] ?? none;
  };

  return async ({ projectId, kind, request }) => {
    const webhook = await codeHosts[kind].webhook?.();
    const secret = await readSecret(projectId, kind);
    if (webhook === undefined || secret === undefined) throw new WebhookNotSigned();
    if (!webhook.isSigned(request, secret)) throw new WebhookNotSigned();
    const type = request.header('content-type') ?? '';
    // Also of a test event, which would else say that the webhook works.
    if (!/^application\/json\s*(?:;|$)/i.test(type))
      throw new WebhookUnreadable(kind, `its content type is ${JSON.stringify(type.slice(0, 100))}`);
    const event = webhook.read(request);
    if (event === undefined) return { taken: false, because: 'Docwright does not handle this event.' };
    if (event.kind === 'ping') return { taken: true, because: 'The webhook works.' };
    return projectId === undefined ? handleOfApp(event) : handleEvent(event, projectId);
  };
}

/** Spares opening every project; `handleEvent` compares exactly. */
function isAbout(event: RepositoryEvent, address: string): boolean {
  const plain = (url: string) => url.toLowerCase().replace(/(?:\.git)?\/?$/, '');
  return plain(event.repositoryUrl) === plain(address);
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
