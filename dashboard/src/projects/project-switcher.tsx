import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useIsOwner } from '../session/session.ts';
import { projectsQuery, useProjectId } from './projects.ts';

/** Goes to the same kind of page in another project. */
export function ProjectSwitcher() {
  const { data } = useQuery(projectsQuery);
  const projectId = useProjectId();
  const navigate = useNavigate();
  const isOwner = useIsOwner();
  const projects = data?.projects ?? [];
  const known = projects.some(({ id }) => id === projectId);
  return (
    <label className="switcher">
      <span className="visually-hidden">Project</span>
      <select
        value={known ? projectId : ''}
        onChange={({ target: { value } }) => {
          if (value === 'new') void navigate({ to: '/projects/new' });
          else void navigate({ to: '/projects/$projectId/jobs', params: { projectId: value } });
        }}
      >
        {!known && (
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
