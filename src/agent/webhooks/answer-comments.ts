import type { AgentJob } from '../../contract/agent-job.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Projects } from '../../projects/projects.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { DueAnswer } from '../jobs/message-origins.ts';
import { tameMarkdown } from '../round/tame-markdown.ts';
import { answerMarker } from './read-mention.ts';

/** Of one reply: the job's worker waits for it. */
const patience = 10 * duration.second;
/** A reply is retried for this long, in milliseconds. */
const retryTime = duration.day;
/** In characters. */
const longestSummary = 4_000;

/**
 * Replies to the comments that became messages, once their jobs have ended: of one job, or of all. Failed replies are
 * retried later, for a day. Never rejects.
 */
export async function answerComments({
  jobId,
  projects,
  jobs,
  logger,
  clock,
  signal,
}: {
  jobId?: string;
  projects: Pick<Projects, 'connect'>;
  jobs: Pick<JobStore, 'find' | 'claimAnswer' | 'settleAnswer'>;
  logger: Logger;
  clock: Clock;
  signal: AbortSignal;
}): Promise<void> {
  for (;;) {
    let due: DueAnswer | undefined;
    try {
      due = await jobs.claimAnswer(jobId);
      if (due === undefined) return;
      await answer(due, { projects, jobs, signal });
      await jobs.settleAnswer(due.messageId);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ projectId: due?.projectId, jobId: due?.jobId, error }, 'could not reply to a comment');
      if (due === undefined) return;
      if (clock.now() - due.createdAt > retryTime) await jobs.settleAnswer(due.messageId).catch(() => undefined);
    }
  }
}

async function answer(
  { messageId, projectId, jobId, origin: { number, thread } }: DueAnswer,
  {
    projects,
    jobs,
    signal,
  }: { projects: Pick<Projects, 'connect'>; jobs: Pick<JobStore, 'find'>; signal: AbortSignal },
): Promise<void> {
  const { codeHost, repository } = await projects.connect(projectId);
  const job = await jobs.find(projectId, jobId);
  const within = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  const marker = `${answerMarker} ${messageId} -->`;
  // If the server was killed after replying and before recording it, the reply is already there.
  const comments = await codeHost.readComments({ repository, number }, within);
  if (job === undefined || comments.some(({ body }) => body.includes(marker))) return;
  await codeHost.reply?.({ repository, number, thread, body: `${answerOf(job, number)}\n\n${marker}` }, within);
}

/** Mentions nobody, so that it notifies nobody and starts no job. Names the pull request of the change, if it is another. */
function answerOf({ status, failure, summary, needsAnswer, id, prLink }: AgentJob, number: number): string {
  const text = (markdown: string) => tameMarkdown(markdown.slice(0, longestSummary), '');
  if (status === 'archived') return `The job \`${id}\` was archived.`;
  if (failure !== null) return `The job failed: ${text(failure.message)}\n\n${text(failure.remedy)}`;
  const words = text(summary ?? '');
  if (needsAnswer) return `${words}\n\nAnswer with a comment that begins with \`/docwright\`.`;
  // A message after a merge or a close opens another.
  return prLink === null || prLink.endsWith(`/${number}`) ? words : `${words}\n\nThe change is in ${prLink}.`;
}
