import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isProblem } from '../api/api-problem.ts';
import { answerOf, publicApi } from '../api/clients.ts';
import { linkToken } from '../api/link-token.ts';
import { Skeleton } from '../parts/loaded.tsx';
import { Problem } from '../parts/problem.tsx';
import { Gate } from '../session/gate.tsx';
import { ThemeButton } from '../shell/theme-button.tsx';
import { Analytics } from './analytics-page.tsx';

const sharedQuery = queryOptions({
  queryKey: ['shared'],
  queryFn: () => answerOf(publicApi.GET('/v1/shared')),
  staleTime: Infinity,
});

/** The numbers of one project for whoever has a link to them: to read and to filter, without an account. */
export function SharedPage() {
  useTokenInAddress();
  const query = useQuery(sharedQuery);
  if (isProblem(query.error, 'unauthorized')) {
    return (
      <Gate title="This link does not work">
        <p>It was revoked, or part of it is missing. Ask the sender for a new one.</p>
      </Gate>
    );
  }
  return (
    <div className="shared">
      <main className="content" id="content">
        <Problem error={query.error} onRetry={() => void query.refetch()} />
        {query.isPending && <Skeleton rows={8} />}
        {query.data !== undefined && <Analytics project={query.data} title={query.data.name} isReadOnly />}
      </main>
      <footer className="row apart muted small">
        <span>Read-only. Analytics by Docwright.</span>
        <ThemeButton />
      </footer>
    </div>
  );
}

/** Filters are links without the token; it is put back, so that the address can be kept and sent on. */
function useTokenInAddress(): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash !== '' || linkToken() === '') return;
    void navigate({ to: '.', search: (before) => before, hash: linkToken(), replace: true, resetScroll: false });
  }, [hash, navigate]);
}
