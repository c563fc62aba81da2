import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/empty.tsx';
import type { Project } from '../projects/projects.ts';

export function NoVisitors({ project }: { project: Project }) {
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
