import type { AgentJob } from './jobs.ts';

const conditions = {
  merging: ['', 'waiting for checks'],
  checks_failed: ['bad', 'checks failed'],
  conflict: ['warn', 'conflicts'],
} as const;

/** A badge for a merged or closed pull request, or for what an open one waits for. */
export function PullRequestState({
  job: { prState, prCondition },
}: {
  job: Pick<AgentJob, 'prState' | 'prCondition'>;
}) {
  if (prState === 'merged' || prState === 'closed')
    return <span className={`badge ${prState === 'merged' ? 'accent' : 'bad'}`}>{prState}</span>;
  if (prCondition === null) return null;
  const [look, text] = conditions[prCondition];
  return <span className={`badge ${look}`}>{text}</span>;
}
