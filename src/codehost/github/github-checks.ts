import { duration } from '../../kernel/clock.ts';
import { sendWithin } from '../../outgoing/send.ts';
import type { Refusal } from '../api-requests.ts';
import type { Check } from '../code-host.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { checkRunsAnswer, statusesAnswer } from './github-answers.ts';

/** Of a log. */
const limits = { time: 30 * duration.second, bytes: 8 * 1024 ** 2, answers: 1 };
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
export async function readGithubChecks({ api, about, path: name }: OpenedRepository, sha: string): Promise<Check[]> {
  const path = `/repos/${name}/commits/${sha}`;
  const refused = ({ status }: Refusal) => ([404, 409, 422].includes(status) ? new CommitGone() : undefined);
  const asked = (action: string) => ({ ...about(action), query: { per_page: 100 }, refused });
  const unlessGone = <T>(answer: Promise<T>): Promise<T | undefined> =>
    answer.catch((error: unknown) => {
      if (error instanceof CommitGone) return undefined;
      throw error;
    });
  const runs = await unlessGone(api.send({ ...asked('read checks'), path: `${path}/check-runs` }, checkRunsAnswer));
  const combined = await unlessGone(
    api.send({ ...asked('read commit statuses'), path: `${path}/status` }, statusesAnswer),
  );
  if (runs === undefined || combined === undefined) return [];
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

class CommitGone extends Error {}

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
