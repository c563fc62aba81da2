import type { AgentJob } from './jobs.ts';

/** A badge for a merged or closed pull request; nothing for an open one. */
export function EndedPullRequest({ state }: { state: AgentJob['prState'] }) {
  if (state !== 'merged' && state !== 'closed') return null;
  return <span className={`badge ${state === 'merged' ? 'accent' : 'bad'}`}>{state}</span>;
}
