import {
  jobFailureSchema,
  jobReviewSchema,
  jobStatusSchema,
  type AgentJob,
  type JobFailure,
  type JobReview,
} from '../../contract/agent-job.ts';
import { pullRequestStateSchema } from '../../contract/pull-request.ts';
import { conditionOf } from './pull-request-follow.ts';
import { toDollars } from './project-cost.ts';
import { readWaiting } from './waiting.ts';
import type { JobRow } from '../../db/schema.ts';

/** Where people look at the repository of a project that is kept on this server; `file:` URLs were stored before. */
export type LocalRepositoryUrl = (projectId: string) => string;

/** The job as clients see it. Phases, leases, attempts and paths of the server stay inside. */
export function presentJob(row: JobRow, localRepositoryUrl: LocalRepositoryUrl): AgentJob {
  const repository = row.repository.startsWith('file:') ? localRepositoryUrl(row.project_id) : row.repository;
  return {
    id: row.id,
    status: jobStatusSchema.parse(row.status),
    source: { repository, ref: row.head_branch },
    model: row.model,
    prLink: row.pull_request_url,
    createdAt: new Date(row.created_at).toISOString(),
    archivedAt: row.archived_at === null ? null : new Date(row.archived_at).toISOString(),
    prompt: row.prompt,
    title: row.title,
    summary: row.summary,
    failure: presentFailure(row.failure),
    waiting: row.waiting === null ? null : readWaiting(row.waiting).shown,
    needsAnswer: row.needs_answer === 1 && row.status === 'completed',
    prState: pullRequestStateSchema.nullable().parse(row.pull_request_state),
    prCondition: conditionOf(row.pull_request_state, row.pull_request_follow),
    usage: presentUsage(row),
    createdBy: row.created_by === null ? null : { actor: row.created_by, name: row.created_by_name },
    lines: row.lines_added === null ? null : { added: row.lines_added, removed: row.lines_removed ?? 0 },
    updatedAt: new Date(row.updated_at).toISOString(),
    review: row.review === null ? null : readReview(row.review),
  };
}

export function presentUsage(row: JobRow): AgentJob['usage'] {
  return {
    inputTokens: row.input_tokens,
    cachedInputTokens: row.cached_input_tokens,
    outputTokens: row.output_tokens,
    modelCalls: row.model_calls,
    dollars: row.unpriced_calls > 0 ? null : toDollars(row.cost),
  };
}

export function readReview(review: string): JobReview {
  return jobReviewSchema.parse(JSON.parse(review));
}

export function presentFailure(failure: string | null): JobFailure | null {
  return failure === null ? null : jobFailureSchema.parse(JSON.parse(failure));
}
