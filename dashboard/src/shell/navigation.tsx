import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { serverAddress } from '../api/base-path.ts';
import { Icon } from '../parts/icon.tsx';
import { projectsQuery, useProjectAtHand } from '../projects/projects.ts';
import { useIsOwner, useMember } from '../session/session.ts';

/** Where one can go: in the project at hand, on this server, and to read. */
export function Navigation() {
  const project = useProjectAtHand();
  const isLoading = useQuery(projectsQuery).isPending;
  const isOwner = useIsOwner();
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
        <Link to="/projects" activeOptions={{ exact: true }}>
          <Icon name="projects" /> Projects
        </Link>
        <Link to="/members">
          <Icon name="members" /> Members
        </Link>
        {isOwner && (
          <>
            <Link to="/audit-log">
              <Icon name="audit" /> Audit log
            </Link>
            <Link to="/server">
              <Icon name="server" /> Server
            </Link>
          </>
        )}
      </nav>
      <nav aria-labelledby="help-navigation">
        <p id="help-navigation" className="group-label">
          Help
        </p>
        <a href={serverAddress('/guide')}>
          <Icon name="guide" /> Guide
        </a>
        <a href={serverAddress('/docs')}>
          <Icon name="api" /> API reference
        </a>
      </nav>
    </>
  );
}

function ProjectNavigation({ projectId }: { projectId: string }) {
  const { role } = useMember();
  const params = { projectId };
  return (
    <nav aria-labelledby="project-navigation">
      <p id="project-navigation" className="group-label">
        Project
      </p>
      <Link to="/projects/$projectId/jobs" params={params}>
        <Icon name="jobs" /> Jobs
      </Link>
      <Link to="/projects/$projectId/pulls" params={params}>
        <Icon name="pulls" /> Pull requests
      </Link>
      <Link to="/projects/$projectId/analytics" params={params}>
        <Icon name="analytics" /> Analytics
      </Link>
      {role !== 'viewer' && (
        <Link to="/projects/$projectId/keys" params={params}>
          <Icon name="keys" /> API keys
        </Link>
      )}
      <Link to="/projects/$projectId/settings" params={params}>
        <Icon name="settings" /> Settings
      </Link>
    </nav>
  );
}
