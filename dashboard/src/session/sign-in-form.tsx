import type { ReactNode } from 'react';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { useSignIn, type Member } from './session.ts';

/** Email and password; `onSignedIn` is called with the member. */
export function SignInForm({
  email,
  onSignedIn,
  children,
}: {
  email?: string;
  onSignedIn: (member: Member) => void;
  children?: ReactNode;
}) {
  const signIn = useSignIn();
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = readForm(event.currentTarget);
        signIn.mutate(
          { email: fields.text('email'), password: fields.exact('password') },
          {
            onSuccess: ({ member }) => {
              onSignedIn(member);
            },
          },
        );
      }}
    >
      <Field label="Email" problem={signIn.error} name="email">
        <input type="email" autoComplete="username" required defaultValue={email} readOnly={email !== undefined} />
      </Field>
      <Field label="Password" problem={signIn.error} name="password">
        <input type="password" autoComplete="current-password" required />
      </Field>
      <Problem error={signIn.error} />
      <div className="row">
        <button className="button primary" disabled={signIn.isPending}>
          {signIn.isPending ? 'Signing in…' : 'Sign in'}
        </button>
        {children}
      </div>
    </form>
  );
}
