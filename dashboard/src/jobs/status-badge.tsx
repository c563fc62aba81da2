import type { JobStatus } from './jobs-search.ts';

const looks = { active: 'accent', completed: 'good', failed: 'bad', archived: '' } as const;

export function StatusBadge({ status }: { status: JobStatus }) {
  return (
    <span className={`badge ${looks[status]}`}>
      {status === 'active' && <span className="pulse" aria-hidden="true" />}
      {status}
    </span>
  );
}
