import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/empty.tsx';
import type { ReadProject } from './analytics.ts';
import { withoutFilters } from './filters.ts';

export function NoVisitors({
  project,
  isFiltered,
  isReadOnly,
}: {
  project: ReadProject;
  isFiltered: boolean;
  isReadOnly: boolean;
}) {
  if (isFiltered) {
    return (
      <div className="card">
        <Empty
          title="No visitors match the filters"
          actions={
            <Link to="." search={withoutFilters} className="button">
              Remove all filters
            </Link>
          }
        >
          Matching crawlers are listed below. Remove a filter, or choose another range.
        </Empty>
      </div>
    );
  }
  return (
    <div className="card">
      <Empty
        title="No visitors in this range"
        actions={
          isReadOnly ? undefined : (
            <Link to="/projects/$projectId/set-up" params={{ projectId: project.id }} className="button">
              Set up visitor counting
            </Link>
          )
        }
      >
        {isReadOnly
          ? 'Choose another range.'
          : 'Choose another range, or check that the site loads the tracker or that logs are imported.'}
      </Empty>
    </div>
  );
}
