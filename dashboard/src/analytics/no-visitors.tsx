import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/empty.tsx';
import type { Project } from '../projects/projects.ts';
import { withoutFilters } from './filters.ts';

export function NoVisitors({ project, isFiltered }: { project: Project; isFiltered: boolean }) {
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
          <Link to="/projects/$projectId/set-up" params={{ projectId: project.id }} className="button">
            How to count visitors
          </Link>
        }
      >
        Choose another range, or check that the tracker stands on the site or that logs are imported.
      </Empty>
    </div>
  );
}
