import type { CodeHost, PullRequestSummary, RepositoryRef } from '../../codehost/code-host.ts';
import type { Project } from '../../contract/project.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Workspaces } from '../../workspace/workspace.ts';
import type { FollowedPullRequest } from '../jobs/followed-pull-requests.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { MessageJob } from '../jobs/message-job.ts';

/** An open pull request as the code host lists it, with its job as it is stored. */
export interface LookedAt {
  readonly project: Project;
  readonly codeHost: CodeHost;
  readonly repository: RepositoryRef;
  readonly summary: PullRequestSummary;
  readonly followed: FollowedPullRequest;
}

export interface FollowOptions {
  readonly jobs: Pick<JobStore, 'findFollowed' | 'takeFollowed' | 'recordFollowed' | 'recordPullRequestState'>;
  readonly messageJob: MessageJob;
  readonly workspaces: Pick<Workspaces, 'readTip' | 'mergeBase'>;
  /** Literal values that no message may hold. */
  readonly secretsOf: (projectId: string) => Promise<readonly string[]>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Acts on the pull request if no other process does, and gives it back. `act` returns what to record. */
export async function actAlone(
  { project, summary }: LookedAt,
  jobs: FollowOptions['jobs'],
  act: (followed: FollowedPullRequest) => Promise<Parameters<JobStore['recordFollowed']>[1]>,
): Promise<void> {
  const followed = await jobs.takeFollowed(project.id, summary.number);
  if (followed === undefined) return;
  let found: Parameters<JobStore['recordFollowed']>[1] = {};
  try {
    found = await act(followed);
  } finally {
    await jobs.recordFollowed(followed.jobId, found);
  }
}

/** Whether the branch is where Docwright left it. */
export function isWhereWeLeftIt({ summary, followed }: LookedAt): boolean {
  return summary.headSha === undefined || summary.headSha === followed.headSha;
}
