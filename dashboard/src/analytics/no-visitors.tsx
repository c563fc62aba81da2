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
          title="No visitor fits the filters"
          actions={
            <Link to="." search={withoutFilters} className="button">
              Remove all filters
            </Link>
          }
        >
          Crawlers that fit them stand below. Take a filter away above, or choose another range.
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
              How to count visitors
            </Link>
          )
        }
      >
        {isReadOnly
          ? 'Choose another range.'
          : 'Choose another range, or check that the tracker stands on the site or that logs are imported.'}
      </Empty>
    </div>
  );
}
