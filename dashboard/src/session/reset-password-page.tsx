import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { serverAddress } from '../api/base-path.ts';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { Gate } from './gate.tsx';
import { useEnter } from './session.ts';

/** Sets a new password; the token stands behind `#`, so that no server log and no referrer has it. */
export function ResetPasswordPage() {
  const token = useLocation({ select: (location) => location.hash });
  const enter = useEnter();
  const client = useQueryClient();
  const reset = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => answerOf(dashboardApi.POST('/api/dashboard/password-resets/inspect', { body: { token } })),
    enabled: token !== '',
  });
  const change = useMutation({
    mutationFn: (password: string) =>
      answerOf(dashboardApi.POST('/api/dashboard/password-resets/use', { body: { token, password } })),
    onSuccess: ({ member }) => {
      client.clear();
      enter(member, '/');
    },
  });
  if (token === '' || reset.error !== null) {
    return (
      <Gate title="This link does not work">
        <Problem error={reset.error} />
        {token === '' && <p>The link is incomplete. Copy all of it, including the part after the #.</p>}
        <a href={serverAddress('/sign-in')}>Sign in instead</a>
      </Gate>
    );
  }
  return (
    <Gate title="Choose a new password">
      <p className="muted">This ends all sessions of your account.</p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(readForm(event.currentTarget).exact('password'));
        }}
      >
        <Field label="Email" name="email">
          <input type="email" autoComplete="username" readOnly value={reset.data?.email ?? ''} />
        </Field>
        <Field label="New password" name="password" hint="At least 12 characters." problem={change.error}>
          <input type="password" autoComplete="new-password" required minLength={12} maxLength={256} />
        </Field>
        <Problem error={change.error} />
        <button className="button primary" disabled={change.isPending || reset.data === undefined}>
          {change.isPending ? 'Saving…' : 'Save and sign in'}
        </button>
      </form>
    </Gate>
  );
}
