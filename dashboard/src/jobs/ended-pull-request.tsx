import type { AgentJob } from './jobs.ts';

/** Says that the pull request was merged or closed; an open one needs no word. */
export function EndedPullRequest({ state }: { state: AgentJob['prState'] }) {
  if (state !== 'merged' && state !== 'closed') return null;
  return <span className={`badge ${state === 'merged' ? 'accent' : 'bad'}`}>{state}</span>;
}
