import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { SaveButton } from '../parts/save-button.tsx';
import { sessionQuery, useMember } from '../session/session.ts';

export function NameForm() {
  const member = useMember();
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) => answerOf(dashboardApi.PATCH('/api/dashboard/account', { body: { name } })),
    onSuccess: (answer) => {
      client.setQueryData(sessionQuery.queryKey, answer);
      return client.invalidateQueries({ queryKey: ['members'] });
    },
  });
  return (
    <section className="card stack" aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <p className="muted">
        {member.email} · {member.role}
      </p>
      <form
        className="stack"
        onChange={() => {
          rename.reset();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate(readForm(event.currentTarget).text('name'));
        }}
      >
        <Field label="Name" name="name" problem={rename.error}>
          <input required maxLength={100} autoComplete="name" defaultValue={member.name} />
        </Field>
        <Problem error={rename.error} />
        <SaveButton change={rename} />
      </form>
    </section>
  );
}
