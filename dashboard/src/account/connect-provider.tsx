import { useMutation } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Problem } from '../parts/problem.tsx';
import { useMember, useSignInWays } from '../session/session.ts';

/** Connects one's account with the identity provider; nothing where there is none. */
export function ConnectProvider() {
  const { signsInBy } = useMember();
  const { providerName } = useSignInWays();
  const connect = useMutation({
    mutationFn: () => answerOf(dashboardApi.POST('/api/dashboard/oidc/connect')),
    onSuccess: ({ url }) => {
      window.location.assign(url);
    },
  });
  if (providerName === null) return null;
  const isConnected = signsInBy.includes('identity_provider');
  return (
    <section className="card stack" aria-labelledby="provider">
      <div>
        <h2 id="provider">Sign in with {providerName}</h2>
        <p className="muted small">
          {isConnected
            ? 'Your account is connected. Connect again to switch to another identity.'
            : 'Connect your account once to sign in without a password.'}
        </p>
      </div>
      <Problem error={connect.error} />
      <div>
        <button
          type="button"
          className="button"
          disabled={connect.isPending || connect.isSuccess}
          onClick={() => {
            connect.mutate();
          }}
        >
          {isConnected ? 'Connect again' : 'Connect'}
        </button>
      </div>
    </section>
  );
}
