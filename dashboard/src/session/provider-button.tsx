import { useMutation } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Problem } from '../parts/problem.tsx';
import { useSignInWays } from './session.ts';

/** Leads to the identity provider, to sign in or to take up an invitation; nothing where there is no provider. */
export function ProviderButton({ next, invitation }: { next?: string; invitation?: string }) {
  const { providerName } = useSignInWays();
  const start = useMutation({
    mutationFn: () =>
      answerOf(
        dashboardApi.POST('/api/dashboard/oidc/start', {
          body: { ...(next === undefined ? {} : { next }), ...(invitation === undefined ? {} : { invitation }) },
        }),
      ),
    onSuccess: ({ url }) => {
      window.location.assign(url);
    },
  });
  if (providerName === null) return null;
  const isLeaving = start.isPending || start.isSuccess;
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={isLeaving}
        onClick={() => {
          start.mutate();
        }}
      >
        {isLeaving ? 'Opening…' : `Continue with ${providerName}`}
      </button>
      <Problem error={start.error} />
    </>
  );
}
