import { serverAddress } from '../api/base-path.ts';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Problem } from '../parts/problem.tsx';
import { Gate } from './gate.tsx';
import { useEnter } from './session.ts';

/** Where the identity provider sends the browser back to. */
export function SignInCallbackPage() {
  const enter = useEnter();
  const { arrivalSearch: query } = useRouteContext({ from: '/sign-in/callback' });
  const { data, error } = useQuery({
    queryKey: ['sign-in-callback'],
    queryFn: () => answerOf(dashboardApi.POST('/api/dashboard/oidc/finish', { body: { query } })),
    // What the provider gave can be used once.
    retry: false,
    staleTime: Infinity,
  });
  useEffect(() => {
    if (data !== undefined) enter(data.member, data.next);
  }, [data, enter]);
  if (error === null) {
    return (
      <Gate title="Signing in">
        <p className="muted" role="status">
          One moment…
        </p>
      </Gate>
    );
  }
  return (
    <Gate title="Sign-in failed">
      <Problem error={error} />
      <p>
        <a href={serverAddress('/')}>Start again</a>
      </p>
    </Gate>
  );
}
