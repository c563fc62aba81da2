import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { projectsQuery, type Project } from '../projects/projects.ts';

export function DeleteProject({ project }: { project: Project }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      answerOf(
        dashboardApi.DELETE('/api/dashboard/projects/{projectId}', { params: { path: { projectId: project.id } } }),
      ),
    onSuccess: async () => {
      await navigate({ to: '/projects' });
      await client.invalidateQueries({ queryKey: projectsQuery.queryKey });
    },
  });
  return (
    <section id="delete" className="card stack settings-group" aria-labelledby="delete-title">
      <h2 id="delete-title">Delete the project</h2>
      <p className="muted">
        Its jobs, keys, secrets and visits go for good. The repository and its pull requests stay as they are.
      </p>
      <div>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            setAsking(true);
          }}
        >
          Delete the project…
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${project.name}?`}
          text="This cannot be undone."
          action="Delete for good"
          typed={project.name}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => {
            remove.mutate();
          }}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </section>
  );
}
