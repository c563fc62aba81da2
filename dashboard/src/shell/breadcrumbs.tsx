import { Link, useLocation } from '@tanstack/react-router';
import { useProject } from '../projects/projects.ts';
import { projectPages, type ProjectPage } from './pages.ts';

/** What the page belongs to; its own name is the heading below. */
export function Breadcrumbs() {
  const project = useProject();
  const pathname = useLocation({ select: (location) => location.pathname });
  const section = /\/projects\/[^/]+\/([^/]+)\/./.exec(pathname)?.[1];
  if (project == null) return <div className="breadcrumbs" />;
  const parent = (Object.keys(projectPages) as ProjectPage[]).find((name) => name === section);
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        <li>
          <Link
            to="/projects/$projectId/jobs"
            params={{ projectId: project.id }}
            title={project.name}
            className="one-line"
          >
            <bdi>{project.name}</bdi>
          </Link>
        </li>
        {parent !== undefined && (
          <li>
            <Link to={`/projects/$projectId/${parent}`} params={{ projectId: project.id }}>
              {projectPages[parent].name}
            </Link>
          </li>
        )}
      </ol>
    </nav>
  );
}
