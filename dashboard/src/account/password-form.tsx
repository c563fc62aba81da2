import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';

export function PasswordForm() {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      answerOf(dashboardApi.PATCH('/api/dashboard/account', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <section className="card stack" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const fields = readForm(form);
          change.mutate(
            { currentPassword: fields.exact('currentPassword'), newPassword: fields.exact('newPassword') },
            {
              onSuccess: () => {
                form.reset();
              },
            },
          );
        }}
      >
        <Field label="Current password" name="currentPassword" problem={change.error}>
          <input type="password" required autoComplete="current-password" />
        </Field>
        <Field
          label="New password"
          name="newPassword"
          problem={change.error}
          hint="At least 12 characters. Changing it ends all your other sessions."
        >
          <input type="password" required minLength={12} maxLength={256} autoComplete="new-password" />
        </Field>
        <Problem error={change.error} />
        <div className="row">
          <button className="button" disabled={change.isPending}>
            Change password
          </button>
          <span role="status" className="muted small">
            {change.isSuccess && 'Changed.'}
          </span>
        </div>
      </form>
    </section>
  );
}
