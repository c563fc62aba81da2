import type { AgentJob } from './jobs.ts';

const looks = { active: 'accent', completed: 'good', failed: 'bad', archived: '' } as const;

/** The status, and what it does not say: that the agent asks something, or changed nothing. */
export function StatusBadge({ job }: { job: Pick<AgentJob, 'status' | 'prLink' | 'needsAnswer'> }) {
  const { status, needsAnswer } = job;
  const isUnchanged = status === 'completed' && job.prLink === null && !needsAnswer;
  return (
    <>
      <span className={`badge ${isUnchanged ? '' : looks[status]}`}>
        {status === 'active' && <span className="pulse" aria-hidden="true" />}
        {status}
      </span>
      {needsAnswer && <span className="badge warn">needs an answer</span>}
      {isUnchanged && <span className="badge">no change</span>}
    </>
  );
}
