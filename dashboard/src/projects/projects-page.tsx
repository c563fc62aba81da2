import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { useIsOwner } from '../session/session.ts';
import { projectsQuery } from './projects.ts';

export function ProjectsPage() {
  const query = useQuery(projectsQuery);
  const create = useIsOwner() && (
    <Link to="/projects/new" className="button primary">
      New project
    </Link>
  );
  return (
    <Page title="Projects" actions={create}>
      <div className="card flush">
        <Loaded query={query}>
          {({ projects }) =>
            projects.length === 0 ? (
              <Empty title="No project yet" actions={create}>
                A project is one documentation site: its repository, its visitors and its keys.
              </Empty>
            ) : (
              <ul className="rows">
                {projects.map((project) => (
                  <li key={project.id}>
                    <Link to="/projects/$projectId/jobs" params={{ projectId: project.id }}>
                      <bdi>{project.name}</bdi>
                    </Link>
                    <p className="muted small breakable">{project.repositoryUrl}</p>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Page>
  );
}
