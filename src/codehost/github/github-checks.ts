import type { Check } from '../code-host.ts';
import { CodeHostAnswerUnexpected } from '../errors.ts';
import { checkRunsAnswer, logAnswer, statusesAnswer } from './github-answers.ts';
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
  { owner, repo }: GithubRepository,
  { sha, signal }: { sha: string; signal: AbortSignal },
): Promise<Check[]> {
  const sending = { signal, repository: `${owner}/${repo}`, isRead: true, action: 'read checks' };
  const target = { owner, repo, ref: sha, per_page: 100 };
  const { data: runs } = await requests.send(
    (octokit) => octokit.rest.checks.listForRef(target),
    checkRunsAnswer,
    sending,
  );
  const { data: combined } = await requests.send(
    (octokit) => octokit.rest.repos.getCombinedStatusForRef(target),
    statusesAnswer,
    { ...sending, action: 'read commit statuses' },
  );
  return [
    ...runs.check_runs.map(({ id, name, status, conclusion, html_url: url, output, app }): Check => ({
      name,
      state: status === 'completed' ? (conclusions[conclusion ?? ''] ?? 'pending') : 'pending',
      url: url ?? undefined,
      summary: [output?.title, output?.summary].filter(Boolean).join('\n'),
      logId: app?.slug === 'github-actions' ? String(id) : undefined,
    })),
    ...combined.statuses.map(({ context, state, description, target_url: url }): Check => ({
      name: context,
      state: states[state] ?? 'pending',
      url: url ?? undefined,
      summary: description ?? '',
      logId: undefined,
    })),
  ];
}

/** A job of GitHub Actions has the id of its check run. GitHub redirects to the log on another server, without the token. */
export async function readGithubCheckLog(
  requests: GithubRequests,
  { owner, repo }: GithubRepository,
  { logId, signal }: { logId: string; signal: AbortSignal },
): Promise<string | undefined> {
  const sending = { signal, repository: `${owner}/${repo}`, isRead: true, action: 'read logs of actions' };
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
