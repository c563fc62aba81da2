import { useQuery } from '@tanstack/react-query';
import { Problem } from '../parts/problem.tsx';
import { goalsQuery, type Wanted } from './analytics.ts';
import { ReachedTable } from './reached-table.tsx';

/** Who reached the goals of the project; nothing where it has none. */
export function Goals({ projectId, wanted: selection }: { projectId: string; wanted: Wanted }) {
  const query = useQuery(goalsQuery(projectId, selection));
  if (query.data === undefined) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  const { goals } = query.data;
  if (goals.length === 0) return null;
  return (
    <section className="card flush" aria-labelledby="goals">
      <div className="table-header">
        <h2 id="goals">Goals</h2>
        <p className="muted small">How many of these visitors reached each goal from the settings in this range.</p>
      </div>
      <ReachedTable label="Goals" column="Goal" rows={goals} />
    </section>
  );
}
