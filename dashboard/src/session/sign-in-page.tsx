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
        First time here? The server prints a set-up link when it starts. Otherwise ask an owner for an invitation.
      </p>
    </Gate>
  );
}
