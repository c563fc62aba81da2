import type { Check } from '../code-host.ts';
import type { OpenedRepository } from '../server-connection.ts';
import { hostFields } from '../read-answer.ts';
import { statusesAnswer } from './gitea-answers.ts';

const mostChecks = 1_000;
const states: Readonly<Record<string, Check['state']>> = {
  success: 'passed',
  warning: 'passed',
  skipped: 'passed',
  failure: 'failed',
  error: 'failed',
};

/** Commit statuses, which Gitea's own Actions write too. Their API names no logs. */
export async function readGiteaChecks(
  { api, about, path: name, server }: OpenedRepository,
  sha: string,
): Promise<Check[]> {
  const statuses = await api.list(
    {
      ...about('read commit statuses'),
      path: `/repos/${name}/commits/${sha}/statuses`,
      query: { sort: 'recentupdate', limit: 50 },
    },
    statusesAnswer,
    { most: mostChecks },
  );
  // Gitea orders them by seconds, of which one may have several.
  const byAge = statuses.toSorted((one, other) => one.id - other.id);
  const latest = new Map(byAge.map((status) => [status.context, status]));
  return [...latest.values()].map(({ context, status, description, target_url: url }) => ({
    name: context,
    state: states[status] ?? 'pending',
    url: url ? hostFields.url.safeParse(URL.parse(url, server)?.href).data : undefined,
    summary: description ?? '',
    logId: undefined,
  }));
}
