import { useSearch } from '@tanstack/react-router';
import { ForgotPassword } from './forgot-password.tsx';
import { Gate } from './gate.tsx';
import { ProviderButton } from './provider-button.tsx';
import { useEnter, useSignInWays } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  const enter = useEnter();
  const { passwords, providerName } = useSignInWays();
  const { next } = useSearch({ from: '/sign-in' });
  return (
    <Gate title="Sign in">
      <ProviderButton {...(next === undefined ? {} : { next })} />
      {passwords && (
        <>
          {providerName !== null && <p className="divider">or</p>}
          <SignInForm
            onSignedIn={(member) => {
              enter(member, next ?? '/');
            }}
          />
          <ForgotPassword />
        </>
      )}
      <p className="muted small">
        New here? Ask an owner for an invitation. A new server prints a set-up link for its first owner when it starts.
      </p>
    </Gate>
  );
}
