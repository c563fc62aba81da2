import type { Check } from '../code-host.ts';
import { CodeHostAnswerUnexpected, PermissionMissing } from '../errors.ts';
import { checkRunsAnswer, jobsAnswer, logAnswer, statusesAnswer, workflowRunsAnswer } from './github-answers.ts';
import { GithubRefusal, type GithubRequests } from './github-requests.ts';
import type { GithubRepository } from './repository-address.ts';

const conclusions: Readonly<Record<string, Check['state']>> = {
  success: 'passed',
  neutral: 'passed',
  skipped: 'passed',
  failure: 'failed',
  timed_out: 'failed',
  startup_failure: 'failed',
};
const states: Readonly<Record<string, Check['state']>> = { success: 'passed', failure: 'failed', error: 'failed' };

/** Check runs, which GitHub Actions and apps make, and commit statuses of older services; none of a commit that is gone. */
export async function readGithubChecks(...parameters: Parameters<typeof readAll>): ReturnType<typeof readAll> {
  try {
    return await readAll(...parameters);
  } catch (error) {
    if (error instanceof GithubRefusal) return [];
    throw error;
  }
}

async function readAll(
  requests: GithubRequests,
  repository: GithubRepository,
  asked: { sha: string; signal: AbortSignal },
): Promise<Check[]> {
  const runs = await readCheckRuns(requests, repository, asked).catch((error: unknown) => {
    // GitHub gives no fine-grained token the right to read checks.
    if (error instanceof PermissionMissing) return readWorkflowRuns(requests, repository, asked);
    throw error;
  });
  const { owner, repo } = repository;
  const { data: combined } = await requests.send(
    (octokit) => octokit.rest.repos.getCombinedStatusForRef({ owner, repo, ref: asked.sha, per_page: 100 }),
    statusesAnswer,
    { ...sendingOf(repository, asked.signal), action: 'read commit statuses' },
  );
  return [
    ...runs,
    ...combined.statuses.map(({ context, state, description, target_url: url }): Check => ({
      name: context,
      state: states[state] ?? 'pending',
      url: url ?? undefined,
      summary: description ?? '',
      logId: undefined,
    })),
  ];
}

async function readCheckRuns(
  requests: GithubRequests,
  repository: GithubRepository,
  { sha, signal }: { sha: string; signal: AbortSignal },
): Promise<Check[]> {
  const { owner, repo } = repository;
  const { data } = await requests.send(
    (octokit) => octokit.rest.checks.listForRef({ owner, repo, ref: sha, per_page: 100 }),
    checkRunsAnswer,
    { ...sendingOf(repository, signal), action: 'read checks' },
  );
  return data.check_runs.map(({ id, name, status, conclusion, html_url: url, output, app }): Check => ({
    name,
    state: stateOf(status, conclusion),
    url: url ?? undefined,
    summary: [output?.title, output?.summary].filter(Boolean).join('\n'),
    logId: app?.slug === 'github-actions' ? String(id) : undefined,
  }));
}

/** Workflows of GitHub Actions: whole runs, and the jobs of those that failed. Throws `PermissionMissing` without Actions. */
async function readWorkflowRuns(
  requests: GithubRequests,
  repository: GithubRepository,
  { sha, signal }: { sha: string; signal: AbortSignal },
): Promise<Check[]> {
  const { owner, repo } = repository;
  const sending = { ...sendingOf(repository, signal), action: 'read checks (for a fine-grained token: actions)' };
  const { data } = await requests.send(
    (octokit) => octokit.rest.actions.listWorkflowRunsForRepo({ owner, repo, head_sha: sha, per_page: 100 }),
    workflowRunsAnswer,
    sending,
  );
  const checks: Check[] = [];
  for (const { id, name: workflow, status, conclusion, html_url: url } of data.workflow_runs) {
    const name = workflow ?? String(id);
    const state = stateOf(status ?? '', conclusion);
    const run = { name, state, url: url ?? undefined, summary: '', logId: undefined };
    if (state !== 'failed') {
      checks.push(run);
      continue;
    }
    const { data: failedRun } = await requests.send(
      (octokit) => octokit.rest.actions.listJobsForWorkflowRun({ owner, repo, run_id: id, per_page: 100 }),
      jobsAnswer,
      sending,
    );
    const failed = failedRun.jobs.filter((job) => conclusions[job.conclusion ?? ''] === 'failed');
    const jobs = failed.map((job) => ({
      ...run,
      name: `${name} / ${job.name}`,
      url: job.html_url ?? undefined,
      logId: String(job.id),
    }));
    checks.push(...(jobs.length > 0 ? jobs : [run]));
  }
  return checks;
}

function stateOf(status: string, conclusion: string | null): Check['state'] {
  return status === 'completed' ? (conclusions[conclusion ?? ''] ?? 'pending') : 'pending';
}

function sendingOf({ owner, repo }: GithubRepository, signal: AbortSignal) {
  return { signal, repository: `${owner}/${repo}`, isRead: true };
}

/** A job of GitHub Actions has the id of its check run. GitHub redirects to the log on another server, without the token. */
export async function readGithubCheckLog(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  { logId, signal }: { logId: string; signal: AbortSignal },
): Promise<string | undefined> {
  const sending = { ...sendingOf({ owner, repo }, signal), action: 'read logs of actions' };
  try {
    const { data } = await requests.send(
      (octokit) => octokit.rest.actions.downloadJobLogsForWorkflowRun({ owner, repo, job_id: Number(logId) }),
      logAnswer,
      { ...sending, contentType: /^text\/plain\b/i },
    );
    return data;
  } catch (error) {
    // Logs expire: 410.
    if (
      error instanceof GithubRefusal ||
      (error instanceof CodeHostAnswerUnexpected && error.message.includes(' 410: '))
    )
      return undefined;
    throw error;
  }
}
