import { duration } from '../../kernel/clock.ts';
import { sendWithin } from '../../outgoing/send.ts';
import type { Refusal } from '../api-requests.ts';
import type { Check } from '../code-host.ts';
import { PermissionMissing } from '../errors.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { checkRunsAnswer, jobsAnswer, statusesAnswer, workflowRunsAnswer } from './github-answers.ts';

/** Of a log. */
const limits = { time: 30 * duration.second, bytes: 8 * 1024 ** 2, answers: 1 };
const query = { per_page: 100 };
/** GitHub shows no more of a commit. */
const all = { most: 1_000 };
const conclusions: Readonly<Record<string, Check['state']>> = {
  success: 'passed',
  neutral: 'passed',
  skipped: 'passed',
  failure: 'failed',
  timed_out: 'failed',
  startup_failure: 'failed',
};
const states: Readonly<Record<string, Check['state']>> = { success: 'passed', failure: 'failed', error: 'failed' };

class CommitGone extends Error {}
const asGone = ({ status }: Refusal) => ([404, 409, 422].includes(status) ? new CommitGone() : undefined);

/** Check runs, which GitHub Actions and apps make, and commit statuses of older services; none of a commit that is gone. */
export async function readGithubChecks(repository: OpenedRepository, sha: string): Promise<Check[]> {
  try {
    return await readAll(repository, sha);
  } catch (error) {
    if (error instanceof CommitGone) return [];
    throw error;
  }
}

async function readAll(repository: OpenedRepository, sha: string): Promise<Check[]> {
  const { api, about, path: name } = repository;
  const runs = await readCheckRuns(repository, sha).catch((error: unknown) => {
    // GitHub gives no fine-grained token the right to read checks.
    if (error instanceof PermissionMissing) return readWorkflowRuns(repository, sha);
    throw error;
  });
  const path = `/repos/${name}/commits/${sha}/status`;
  const asked = { ...about('read commit statuses'), path, query, refused: asGone };
  const statuses = await api.list(asked, statusesAnswer, all);
  return [
    ...runs,
    ...statuses.map(({ context, state, description, target_url: url }): Check => ({
      name: context,
      state: states[state] ?? 'pending',
      url: url ?? undefined,
      summary: description ?? '',
      logId: undefined,
    })),
  ];
}

async function readCheckRuns({ api, about, path: name }: OpenedRepository, sha: string): Promise<Check[]> {
  const path = `/repos/${name}/commits/${sha}/check-runs`;
  const runs = await api.list({ ...about('read checks'), path, query, refused: asGone }, checkRunsAnswer, all);
  return runs.map(({ id, name: check, status, conclusion, html_url: url, output, app }): Check => ({
    name: check,
    state: stateOf(status, conclusion),
    url: url ?? undefined,
    summary: [output?.title, output?.summary].filter(Boolean).join('\n'),
    logId: app?.slug === 'github-actions' ? String(id) : undefined,
  }));
}

/** Workflows of GitHub Actions: whole runs, and the jobs of those that failed. Throws `PermissionMissing` without Actions. */
async function readWorkflowRuns({ api, about, path: name }: OpenedRepository, sha: string): Promise<Check[]> {
  const asked = { ...about('read checks (for a fine-grained token: actions)'), refused: asGone };
  const path = `/repos/${name}/actions/runs`;
  const runs = await api.list({ ...asked, path, query: { head_sha: sha, ...query } }, workflowRunsAnswer, all);
  const checks: Check[] = [];
  for (const { id, name: workflow, status, conclusion, html_url: url } of runs) {
    const shown = workflow ?? String(id);
    const state = stateOf(status ?? '', conclusion);
    const run = { name: shown, state, url: url ?? undefined, summary: '', logId: undefined };
    if (state !== 'failed') {
      checks.push(run);
      continue;
    }
    const jobs = await api.list({ ...asked, path: `${path}/${id}/jobs`, query }, jobsAnswer, all);
    const failed = jobs
      .filter((job) => conclusions[job.conclusion ?? ''] === 'failed')
      .map((job) => ({
        ...run,
        name: `${shown} / ${job.name}`,
        url: job.html_url ?? undefined,
        logId: String(job.id),
      }));
    checks.push(...(failed.length > 0 ? failed : [run]));
  }
  return checks;
}

function stateOf(status: string, conclusion: string | null): Check['state'] {
  return status === 'completed' ? (conclusions[conclusion ?? ''] ?? 'pending') : 'pending';
}

class LogElsewhere extends Error {
  readonly location: string | undefined;
  constructor(location: string | undefined) {
    super();
    this.location = location;
  }
}

/** A job of GitHub Actions has the id of its check run. GitHub redirects to the log on another server, which gets no token. */
export async function readGithubCheckLog(
  { api, about, path: name }: OpenedRepository,
  { logId, signal }: { logId: string; signal: AbortSignal },
): Promise<string | undefined> {
  const refused = ({ location }: Refusal) => new LogElsewhere(location);
  const path = `/repos/${name}/actions/jobs/${encodeURIComponent(logId)}/logs`;
  try {
    return await api.text({ ...about('read logs of actions'), path, refused });
  } catch (error) {
    if (!(error instanceof LogElsewhere)) throw error;
    // Logs expire: 410.
    if (error.location === undefined) return undefined;
    const response = await sendWithin(limits)(error.location, { redirect: 'manual', signal });
    return response.ok ? response.text() : undefined;
  }
}
