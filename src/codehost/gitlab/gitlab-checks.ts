import type { Check } from '../code-host.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { statusesAnswer } from './gitlab-answers.ts';
import { projectPath } from './project-path.ts';

const mostChecks = 1_000;
/** All others may still run: https://docs.gitlab.com/api/commits/#list-commit-statuses */
const states: Readonly<Record<string, Check['state']>> = {
  success: 'passed',
  skipped: 'passed',
  manual: 'passed',
  failed: 'failed',
};

/** Jobs of GitLab's own pipelines, and statuses of other services. A job that may fail counts as passed. */
export async function readGitlabChecks(repository: OpenedRepository, sha: string): Promise<Check[]> {
  const statuses = await repository.api.list(
    {
      ...repository.about('read pipelines'),
      path: `${projectPath(repository)}/repository/commits/${sha}/statuses`,
      query: { per_page: 100 },
    },
    statusesAnswer,
    { most: mostChecks },
  );
  return statuses.map(({ id, name, status, allow_failure: mayFail, description, target_url: url }) => ({
    name,
    state: mayFail === true && status === 'failed' ? 'passed' : (states[status] ?? 'pending'),
    url: url ?? undefined,
    summary: description ?? '',
    logId: String(id),
  }));
}

/** A status of another service has no log. */
export async function readGitlabCheckLog(repository: OpenedRepository, logId: string): Promise<string | undefined> {
  try {
    return await repository.api.text({
      ...repository.about('read logs of jobs'),
      path: `${projectPath(repository)}/jobs/${encodeURIComponent(logId)}/trace`,
      refused: ({ status }) => (status === 404 ? new LogMissing() : undefined),
    });
  } catch (error) {
    if (error instanceof LogMissing) return undefined;
    throw error;
  }
}

class LogMissing extends Error {}
