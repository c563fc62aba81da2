import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../parts/loaded.tsx';
import { goalsQuery, type Wanted } from './analytics.ts';
import { ReachedTable } from './reached-table.tsx';

/** Who reached the goals of the project. */
export function Goals({
  projectId,
  wanted: selection,
  isReadOnly,
}: {
  projectId: string;
  wanted: Wanted;
  isReadOnly: boolean;
}) {
  const query = useQuery(goalsQuery(projectId, selection));
  return (
    <Loaded query={query} rows={6}>
      {({ goals }) =>
        goals.length > 0 ? (
          <ReachedTable label="Goals" column="Goal" rows={goals} />
        ) : (
          <p className="muted small table-footer">
            A goal is a page or an event that readers should reach.{' '}
            {!isReadOnly && (
              <Link to="/projects/$projectId/settings/$section" params={{ projectId, section: 'goals' }}>
                Add a goal in the settings
              </Link>
            )}
          </p>
        )
      }
    </Loaded>
  );
}
