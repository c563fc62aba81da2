import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';

/** Stores one secret of a project. It can be replaced and removed, never read back. */
export function SecretForm({
  projectId,
  name,
  label,
  hint,
  onStored,
}: {
  projectId: string;
  name: string;
  label: string;
  hint: string;
  onStored?: () => void;
}) {
  const client = useQueryClient();
  const queryKey = ['secrets', projectId];
  const stored = useQuery({
    queryKey,
    queryFn: () =>
      answerOf(dashboardApi.GET('/api/dashboard/projects/{projectId}/secrets', { params: { path: { projectId } } })),
  });
  const store = useMutation({
    mutationFn: (value: string | null) =>
      answerOf(
        dashboardApi.PUT('/api/dashboard/projects/{projectId}/secrets/{name}', {
          params: { path: { projectId, name } },
          body: { value },
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey });
      onStored?.();
    },
  });
  const isStored = stored.data?.names.includes(name) === true;
  return (
    <form
      className="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        store.mutate(readForm(form).text('value'), {
          onSuccess: () => {
            form.reset();
          },
        });
      }}
    >
      <Field label={label} name="value" hint={hint} problem={store.error}>
        <input
          type="password"
          autoComplete="off"
          required
          placeholder={isStored ? 'Stored. Type a new one to replace it.' : ''}
        />
      </Field>
      <Problem error={store.error} />
      <div className="row">
        <button className="button" disabled={store.isPending}>
          {isStored ? 'Replace' : 'Store'}
        </button>
        {isStored && (
          <button
            type="button"
            className="button quiet"
            disabled={store.isPending}
            onClick={() => {
              store.mutate(null);
            }}
          >
            Remove
          </button>
        )}
      </div>
    </form>
  );
}
