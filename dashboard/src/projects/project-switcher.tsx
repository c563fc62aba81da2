import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useIsOwner } from '../session/session.ts';
import { projectsQuery, useProjectAtHand } from './projects.ts';

const kinds = ['jobs', 'pulls', 'analytics', 'keys', 'settings'] as const;

/** Goes to the same kind of page in another project. */
export function ProjectSwitcher() {
  const { data } = useQuery(projectsQuery);
  const projectId = useProjectAtHand()?.id;
  const navigate = useNavigate();
  const kind = useLocation({ select: ({ pathname }) => kinds.find((name) => pathname.includes(`/${name}`)) ?? 'jobs' });
  const isOwner = useIsOwner();
  const projects = data?.projects ?? [];
  return (
    <label className="switcher">
      <span className="visually-hidden">Project</span>
      <select
        value={projectId ?? ''}
        onChange={({ target: { value } }) => {
          if (value === 'new') void navigate({ to: '/projects/new' });
          else void navigate({ to: `/projects/$projectId/${kind}`, params: { projectId: value } });
        }}
      >
        {projectId === undefined && (
          <option value="" disabled>
            Choose a project
          </option>
        )}
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {isOwner && <option value="new">New project…</option>}
      </select>
    </label>
  );
}
