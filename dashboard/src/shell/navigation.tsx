import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { serverAddress } from '../api/base-path.ts';
import { Icon } from '../parts/icon.tsx';
import { projectsQuery, useProjectAtHand } from '../projects/projects.ts';
import { useMember } from '../session/session.ts';
import { helpPages, projectPages, projectPagesFor, serverPagesFor } from './pages.ts';

/** Where one can go: in the project at hand, on this server, and to read. */
export function Navigation() {
  const project = useProjectAtHand();
  const isLoading = useQuery(projectsQuery).isPending;
  const { role } = useMember();
  return (
    <>
      {project !== undefined && <ProjectNavigation projectId={project.id} />}
      {/* Its room, so that nothing below moves when it is there. */}
      {isLoading && (
        <div className="stand-in" aria-hidden="true">
          <ProjectNavigation projectId="" />
        </div>
      )}
      <nav aria-labelledby="server-navigation">
        <p id="server-navigation" className="group-label">
          Server
        </p>
        {serverPagesFor(role).map(({ to, name, icon }) => (
          <Link key={to} to={to} activeOptions={{ exact: to === '/projects' }}>
            <Icon name={icon} /> {name}
          </Link>
        ))}
      </nav>
      <nav aria-labelledby="help-navigation">
        <p id="help-navigation" className="group-label">
          Help
        </p>
        {helpPages.map(({ address, name, icon }) => (
          <a key={address} href={serverAddress(address)}>
            <Icon name={icon} /> {name}
          </a>
        ))}
      </nav>
    </>
  );
}

function ProjectNavigation({ projectId }: { projectId: string }) {
  const { role } = useMember();
  return (
    <nav aria-labelledby="project-navigation">
      <p id="project-navigation" className="group-label">
        Project
      </p>
      {projectPagesFor(role).map((page) => (
        <Link key={page} to={`/projects/$projectId/${page}`} params={{ projectId }}>
          <Icon name={page} /> {projectPages[page].name}
        </Link>
      ))}
    </nav>
  );
}
