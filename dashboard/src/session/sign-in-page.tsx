import { useNavigate, useSearch } from '@tanstack/react-router';
import { Gate } from './gate.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  const navigate = useNavigate();
  const { next } = useSearch({ from: '/sign-in' });
  return (
    <Gate title="Sign in">
      <SignInForm
        onSignedIn={() => {
          // Pages of local pull requests are rendered by the server; the router does not know them.
          if (next !== undefined && /^\/projects\/[^/]+\/pulls(\/|$)/.test(next)) window.location.assign(next);
          else void navigate({ to: next ?? '/', replace: true });
        }}
      />
      <p className="muted small">
        First time here? The server prints a set-up link when it starts. Otherwise ask an owner for an invitation.
      </p>
    </Gate>
  );
}
