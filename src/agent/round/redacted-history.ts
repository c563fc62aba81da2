import { redactSecrets } from '../../secrets/redact-secrets.ts';
import type { History } from '../../workspace/workspace.ts';
import type { AgentHistory, PastCommit } from '../agents/docs-agent.ts';

/** A secret that was once committed stays in the history, whoever removed it since. */
export function redactedHistory(history: History): AgentHistory {
  return {
    ...history,
    commits: async (of, signal) => (await history.commits(of, signal)).map(redacted),
    lines: async (of, signal) => (await history.lines(of, signal)).map(redacted),
    async show(of, signal) {
      const found = await history.show(of, signal);
      return found && { ...redacted(found), body: redactSecrets(found.body), diff: redactSecrets(found.diff) };
    },
  };
}

function redacted<Commit extends PastCommit>(commit: Commit): Commit {
  return { ...commit, author: redactSecrets(commit.author), subject: redactSecrets(commit.subject) };
}
