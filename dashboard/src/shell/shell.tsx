import { serverAddress } from '../api/base-path.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { ProjectSwitcher } from '../projects/project-switcher.tsx';
import { useProjectAtHand, type Project } from '../projects/projects.ts';
import { useIsOwner, useMember } from '../session/session.ts';
import { ClockNotice } from '../server/clock-notice.tsx';
import { SessionEndedDialog } from '../session/session-ended-dialog.tsx';
import { useFocusHeading } from './focus-heading.ts';
import { NewVersionNotice } from './new-version-notice.tsx';
import { ThemeButton } from './theme-button.tsx';

/** Everything a signed-in member sees: navigation at the side (above on a phone) and the page. */
export function Shell() {
  const member = useMember();
  const project = useProjectAtHand();
  const isOwner = useIsOwner();
  const [isMenuOpen, setMenuOpen] = useState(false);
  useFocusHeading();
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <header className="sidebar">
        <Link to="/" className="brand">
          <img src={serverAddress('/icon.svg')} alt="" />
          Docwright
        </Link>
        <ProjectSwitcher />
        {/* Only where the window is narrow; elsewhere what it opens is always there. */}
        <button
          type="button"
          className="button small menu-button"
          aria-expanded={isMenuOpen}
          aria-controls="server-menu"
          onClick={() => {
            setMenuOpen(!isMenuOpen);
          }}
        >
          Menu
        </button>
        {project !== undefined && <ProjectNavigation project={project} />}
        <nav
          aria-label="Server"
          id="server-menu"
          className={isMenuOpen ? 'bottom open' : 'bottom'}
          onClick={({ target }) => {
            if (target instanceof HTMLAnchorElement) setMenuOpen(false);
          }}
        >
          <Link to="/projects" activeOptions={{ exact: true }}>
            Projects
          </Link>
          <Link to="/members">Members</Link>
          {isOwner && <Link to="/audit-log">Audit log</Link>}
          {isOwner && <Link to="/server">Server</Link>}
          <a href={serverAddress('/guide')}>Guide</a>
          <a href={serverAddress('/docs')}>API reference</a>
          <Link to="/account">{member.name}</Link>
          <ThemeButton />
          <SignOutButton />
        </nav>
      </header>
      <main className="main" id="content">
        <div className="content">
          <NewVersionNotice />
          {isOwner && <ClockNotice />}
          <Outlet />
        </div>
      </main>
      <SessionEndedDialog />
    </div>
  );
}

function ProjectNavigation({ project: { id: projectId } }: { project: Project }) {
  const { role } = useMember();
  return (
    <nav aria-label="Project">
      <Link to="/projects/$projectId/jobs" params={{ projectId }}>
        Jobs
      </Link>
      <Link to="/projects/$projectId/pulls" params={{ projectId }}>
        Pull requests
      </Link>
      <Link to="/projects/$projectId/analytics" params={{ projectId }}>
        Analytics
      </Link>
      {role !== 'viewer' && (
        <Link to="/projects/$projectId/keys" params={{ projectId }}>
          API keys
        </Link>
      )}
      <Link to="/projects/$projectId/settings" params={{ projectId }}>
        Settings
      </Link>
    </nav>
  );
}

function SignOutButton() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => answerOf(dashboardApi.DELETE('/api/dashboard/session')),
    onSuccess: async () => {
      await navigate({ to: '/sign-in', reloadDocument: true });
      client.clear();
    },
  });
  return (
    <button
      type="button"
      onClick={() => {
        signOut.mutate();
      }}
      disabled={signOut.isPending}
    >
      Sign out
    </button>
  );
}
