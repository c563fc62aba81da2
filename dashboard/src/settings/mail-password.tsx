import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { secretsQuery } from '../projects/projects.ts';
import { weeklyMailQuery } from './mail-queries.ts';

/** As the server calls the password of the mail server. */
const name = 'smtp-password';

/** Kept encrypted and never shown. */
export function MailPassword({ projectId }: { projectId: string }) {
  const isStored = useQuery(secretsQuery(projectId)).data?.names.includes(name) === true;
  const client = useQueryClient();
  const store = useMutation({
    mutationFn: (value: string) =>
      answerOf(
        dashboardApi.PUT('/api/dashboard/projects/{projectId}/secrets/{name}', {
          params: { path: { projectId, name } },
          body: { value },
        }),
      ),
    onSettled: () =>
      Promise.all(
        [secretsQuery(projectId).queryKey, weeklyMailQuery(projectId).queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return (
    <form
      className="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        store.mutate(readForm(form).exact('value'), {
          onSuccess: () => {
            form.reset();
          },
        });
      }}
    >
      <Field label="Mail server password" name="value" hint="Stored encrypted." problem={store.error}>
        <input
          type="password"
          required
          autoComplete="off"
          placeholder={isStored ? 'Stored. Enter a new one to replace it.' : ''}
        />
      </Field>
      <Problem error={store.error} />
      <div className="row">
        <button className="button small" disabled={store.isPending}>
          Store password
        </button>
        <span role="status" className="muted small">
          {store.isSuccess && 'Stored.'}
        </span>
      </div>
    </form>
  );
}
