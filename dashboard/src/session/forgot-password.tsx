import { useMutation } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { useSignInWays } from './session.ts';

/** Mails a link where the server can send mail, and says otherwise who makes one. */
export function ForgotPassword() {
  const { resetsByMail } = useSignInWays();
  const ask = useMutation({
    mutationFn: (email: string) => answerOf(dashboardApi.POST('/api/dashboard/password-resets', { body: { email } })),
  });
  return (
    <details>
      <summary>Forgot your password?</summary>
      <div className="stack tight inset">
        {!resetsByMail ? (
          <p className="small">
            Ask the server's operator for a reset link. The command <code>docwright member reset you@example.com</code>{' '}
            creates one. The server can mail links once a project has a mail server in its settings.
          </p>
        ) : ask.isSuccess ? (
          <p className="notice good" role="status">
            If this address belongs to a member, we sent a link. It works once and expires in an hour.
          </p>
        ) : (
          <form
            className="stack tight"
            onSubmit={(event) => {
              event.preventDefault();
              ask.mutate(readForm(event.currentTarget).text('email'));
            }}
          >
            <Field label="Your email address" name="email" problem={ask.error}>
              <input type="email" autoComplete="username" required />
            </Field>
            <Problem error={ask.error} />
            <div>
              <button className="button" disabled={ask.isPending}>
                Send reset link
              </button>
            </div>
          </form>
        )}
      </div>
    </details>
  );
}
