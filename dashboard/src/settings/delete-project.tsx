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
      <h2 id="delete-title">Delete project</h2>
      <p className="muted">
        Permanently deletes its jobs, keys, secrets and visits. The repository and its pull requests do not change.
      </p>
      <div>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            setAsking(true);
          }}
        >
          Delete project…
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${project.name}?`}
          text="This cannot be undone."
          action="Delete permanently"
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
