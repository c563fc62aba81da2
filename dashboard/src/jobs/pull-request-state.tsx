import type { AgentJob } from './jobs.ts';

const looks = { open: '', merged: 'accent', closed: 'bad' } as const;
const conditions = {
  merging: ['', 'waiting for checks'],
  checks_failed: ['bad', 'checks failed'],
  conflict: ['warn', 'conflicts'],
} as const;

/** A badge for the state of a pull request, and for what an open one waits for. */
export function PullRequestState({
  job: { prState, prCondition },
}: {
  job: Pick<AgentJob, 'prState' | 'prCondition'>;
}) {
  if (prState === null) return null;
  if (prState !== 'open' || prCondition === null) return <span className={`badge ${looks[prState]}`}>{prState}</span>;
  const [look, text] = conditions[prCondition];
  return <span className={`badge ${look}`}>{text}</span>;
}
