import type { AgentJob } from './jobs.ts';

const looks = { active: 'accent', completed: 'good', failed: 'bad', archived: '' } as const;

/** The status, or what it does not say: that the agent asks something, or changed nothing. */
export function StatusBadge({ job: { status, prLink, needsAnswer, review } }: { job: AgentJob }) {
  if (needsAnswer) return <span className="badge warn">needs an answer</span>;
  if (status === 'completed' && prLink === null && review === null) return <span className="badge">no change</span>;
  return (
    <span className={`badge ${looks[status]}`}>
      {status === 'active' && <span className="pulse" aria-hidden="true" />}
      {status}
    </span>
  );
}
